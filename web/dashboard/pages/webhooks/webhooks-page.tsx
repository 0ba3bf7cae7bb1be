import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askPages } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { Time } from '../../kit/figures.tsx';
import { PlusIcon, WebhookIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const webhooks = useInfiniteQuery(askPages('listWebhooks', {}));
  const [creating, setCreating] = useState(false);
  const { may } = useSession();
  const create = may('developer') && (
    <Button look="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHead
        title="Webhooks"
        about="Hall tells your servers what happens in your halls, signed, at least once, and tries again for days."
        actions={create}
      />
      <Answered query={webhooks} waiting={<SkeletonRows rows={3} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <Blank icon={<WebhookIcon />} title="No endpoints yet" action={create} />;
          return (
            <div className="card">
              <table className="table">
                <thead>
                  <tr>
                    <th>Endpoint</th>
                    <th>State</th>
                    <th>Events</th>
                    <th className="number">Added</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((webhook) => (
                    <tr key={webhook.id}>
                      <td>
                        <div>
                          <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className="table-main">
                            {webhook.url}
                          </Link>
                          <span className="table-sub">{webhook.description ?? webhook.id}</span>
                        </div>
                      </td>
                      <td data-label="State">
                        <WebhookState webhook={webhook} />
                      </td>
                      <td data-label="Events">
                        {webhook.events.includes('*') ? 'Every event' : webhook.events.join(', ')}
                      </td>
                      <td className="number" data-label="Added">
                        <Time at={webhook.created_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowMore list={webhooks} />
            </div>
          );
        }}
      </Answered>
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
}
