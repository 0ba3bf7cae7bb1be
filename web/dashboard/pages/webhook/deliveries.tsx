import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { askPages } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { Time } from '../../kit/figures.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';

type Delivery = Answer<'listWebhookDeliveries'>['data'][number];

const tones = { pending: 'warn', delivered: 'good', failed: 'danger', cancelled: 'plain' } as const;

const filters = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const;

const refreshMilliseconds = 3_000;

/** What was sent, newest first. It is asked again and again, for no event tells of deliveries. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState<Delivery['status']>();
  const [shown, setShown] = useState<string>();
  const deliveries = useInfiniteQuery({
    ...askPages('listWebhookDeliveries', { params: { id: webhookId }, query: status === undefined ? {} : { status } }),
    refetchInterval: refreshMilliseconds,
  });
  return (
    <section className="card" aria-labelledby="deliveries">
      <header className="card-head">
        <h2 id="deliveries">Deliveries</h2>
        <SelectField
          label="State"
          hideLabel
          choices={filters}
          value={status ?? ''}
          onChange={({ currentTarget }) =>
            setStatus((currentTarget.value === '' ? undefined : currentTarget.value) as Delivery['status'] | undefined)
          }
        />
      </header>
      <Answered query={deliveries} waiting={<SkeletonBlock height={180} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0)
            return <p className="card-body soft">Nothing was sent{status === undefined ? ' yet' : ' that is so'}.</p>;
          return (
            <>
              <table className="table" aria-labelledby="deliveries">
                <tbody>
                  {all.map((delivery) => (
                    <tr key={delivery.id}>
                      <td>
                        <div>
                          <span className="table-main">{delivery.event_type}</span>
                          <span className="table-sub">
                            {delivery.reason === 'event' ? '' : `${delivery.reason}, `}
                            {delivery.attempt_count} {delivery.attempt_count === 1 ? 'attempt' : 'attempts'}
                            {delivery.error !== null && `, ${delivery.error}`}
                          </span>
                        </div>
                      </td>
                      <td data-label="State">
                        <Badge tone={tones[delivery.status]}>
                          {delivery.status}
                          {delivery.response_status !== null && ` ${delivery.response_status}`}
                        </Badge>
                      </td>
                      <td className="number" data-label="Queued">
                        <Time at={delivery.created_at} />
                      </td>
                      <td className="end">
                        <Button
                          small
                          onClick={() => setShown(delivery.id)}
                          aria-label={`Details of ${delivery.event_type}`}
                        >
                          Details
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowMore list={deliveries} label="Show older" />
            </>
          );
        }}
      </Answered>
      {shown !== undefined && <DeliveryDialog deliveryId={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
