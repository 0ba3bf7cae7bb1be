import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask } from '../../api/queries.ts';
import { Time } from '../../kit/figures.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Answered } from '../../states/answered.tsx';
import { Notice } from '../../states/notice.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { WebhookState } from '../webhooks/webhook-state.tsx';
import '../webhooks/webhooks.css';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId' });
  const webhook = useQuery(ask('getWebhook', { params: { id: webhookId } }));
  return (
    <Answered query={webhook} waiting={<SkeletonBlock height={420} />}>
      {(data) => (
        <>
          <PageHead
            above={
              <p className="small">
                <Link to="/webhooks">Webhooks</Link>
              </p>
            }
            title={data.description ?? new URL(data.url).host}
            about={<WebhookState webhook={data} />}
            actions={<WebhookActions webhook={data} />}
          />
          <div className="stack">
            {data.failing_since !== null && data.enabled && (
              <Notice kind="warn">
                Every delivery has failed since <Time at={data.failing_since} />. After five days the endpoint is
                disabled. The log below says what it answers.
              </Notice>
            )}
            <section className="card card-body" aria-label="About this endpoint">
              <dl className="facts">
                <div className="wide">
                  <dt>Address</dt>
                  <dd>{data.url}</dd>
                </div>
                <div>
                  <dt>Events</dt>
                  <dd>{data.events.includes('*') ? 'Every event' : data.events.join(', ')}</dd>
                </div>
                <div>
                  <dt>Added</dt>
                  <dd>
                    <Time at={data.created_at} />
                  </dd>
                </div>
                {data.previous_secret_until !== null && (
                  <div>
                    <dt>The earlier secret signs too until</dt>
                    <dd>
                      <Time at={data.previous_secret_until} />
                    </dd>
                  </div>
                )}
              </dl>
            </section>
            <Deliveries webhookId={data.id} />
          </div>
        </>
      )}
    </Answered>
  );
}
