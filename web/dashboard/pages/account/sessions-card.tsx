import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Time } from '../../kit/figures.tsx';
import { useToast } from '../../kit/toast.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { describeDevice } from './describe-device.ts';
import { Section } from './section.tsx';

export function SessionsCard() {
  const sessions = useQuery(ask('listSessions', {}));
  const end = useAct('endSession', ['listSessions']);
  const endAll = useAct('signOutEverywhere', []);
  const [leaving, setLeaving] = useState(false);
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Section title="Sessions" about="Where you are signed in. A session ends by itself after fourteen days.">
      <div className="stack-small">
        <Answered query={sessions} waiting={<SkeletonBlock height={64} />}>
          {({ data }) => (
            <ul className="plain-list">
              {data.map((session) => (
                <li key={session.id}>
                  <span>
                    <strong>{describeDevice(session.user_agent)}</strong>{' '}
                    <span className="soft small">
                      {session.address}, since <Time at={session.created_at} />
                    </span>
                  </span>
                  {session.current ? (
                    <Badge tone="good">This one</Badge>
                  ) : (
                    <Button
                      small
                      onClick={() =>
                        end.mutate(
                          { params: { id: session.id } },
                          {
                            onSuccess: () => toast('Signed out there'),
                            onError: (error) => toast(describeError(error)),
                          },
                        )
                      }
                      aria-label={`Sign out ${describeDevice(session.user_agent)}`}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Answered>
        <div className="actions">
          <Button onClick={() => setLeaving(true)}>Sign out everywhere</Button>
        </div>
      </div>
      {leaving && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          done="You are signed out everywhere"
          onConfirm={async () => {
            await endAll.mutateAsync({});
            queries.clear();
            await navigate({ to: '/sign-in' });
          }}
          onClose={() => setLeaving(false)}
        >
          Every session ends at once, this one too. Do this when a device of yours is lost.
        </Confirm>
      )}
    </Section>
  );
}
