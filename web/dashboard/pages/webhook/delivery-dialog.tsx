import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { ask, useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Time } from '../../kit/figures.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';

type Attempt = Answer<'getDelivery'>['attempts'][number];

/** JSON so that people can read it; anything else as it is. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** One delivery: what was sent, and what came back each time. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  const delivery = useQuery(ask('getDelivery', { params: { id: deliveryId } }));
  const redeliver = useAct('redeliver', ['listWebhookDeliveries']);
  const toast = useToast();
  const { may } = useSession();
  const again = () =>
    redeliver.mutate(
      { params: { id: deliveryId } },
      {
        onSuccess: () => {
          toast('It is being sent again');
          onClose();
        },
        onError: (error) => toast(describeError(error)),
      },
    );
  return (
    <Dialog title="Delivery" onClose={onClose} wide>
      <Answered query={delivery} waiting={<SkeletonBlock height={320} />}>
        {(data) => (
          <div className="stack-small">
            <p>
              <strong>{data.event_type}</strong> <span className="mono soft">{data.event_id}</span>
            </p>
            {data.body !== null && <Payload text={readable(data.body)} />}
            <h3 className="section-title">Attempts</h3>
            {data.attempts.length === 0 && <p className="soft">None yet.</p>}
            {data.attempts.map((attempt) => (
              <AttemptShown key={attempt.at} attempt={attempt} />
            ))}
            {data.next_attempt_at !== null && (
              <p className="soft">
                The next one is due <Time at={data.next_attempt_at} />.
              </p>
            )}
          </div>
        )}
      </Answered>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
        {may('developer') && (
          <Button look="primary" busy={redeliver.isPending} onClick={again}>
            Send again
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Payload({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would need a heading to be one
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div role="region" className="payload" tabIndex={0} aria-label="What is sent">
      {text}
    </div>
  );
}

function AttemptShown({ attempt }: { attempt: Attempt }) {
  return (
    <div className="attempt">
      <p className="actions">
        <Badge tone={attempt.result === 'delivered' ? 'good' : 'danger'}>
          {attempt.response_status ?? attempt.result.replace('_', ' ')}
        </Badge>
        <Time at={attempt.at} />
        <span className="soft">{attempt.duration_ms} ms</span>
      </p>
      {attempt.error !== null && <p className="soft">{attempt.error}</p>}
      {attempt.response_body !== '' && <pre>{attempt.response_body}</pre>}
    </div>
  );
}
