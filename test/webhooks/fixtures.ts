import { expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import { answer, type Behaviour, type Receiver, startReceiver } from '../../server/webhooks/testing/receiver.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import type { TestDatabase } from '../setup/hall.ts';
import type { OnEnd } from '../setup/hall-process.ts';

/** Receivers of tests are on loopback, without certificates. */
export const permissive = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };

export const receive = async (onEnd: OnEnd, behaviour: Behaviour = answer(204)): Promise<Receiver> => {
  const receiver = await startReceiver(behaviour);
  onEnd(receiver.stop);
  return receiver;
};

export type Endpoint = { readonly id: string; readonly secret: string };

export const makeEndpoint = async (client: Client, url: string, wish: object = {}): Promise<Endpoint> => {
  const { status, body, text } = await client.post('/v1/webhooks', { url, ...wish });
  if (status !== 201) throw new Error(`the endpoint was not made: ${status} ${text}`);
  return body;
};

/** Events of an organisation as if that many had happened, which Hall publishes by itself. Returns their ids. */
export const insertEvents = async (
  database: TestDatabase,
  organisationId: string,
  count: number,
  type = 'hall.created',
): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newId('evt'));
  await database.query(
    `insert into events (id, organisation_id, hall_id, type, sequence, data)
     select id, $2, 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z', $3, place, '{}'
     from unnest($1::text[]) with ordinality as given (id, place)`,
    [ids, organisationId, type],
  );
  return ids;
};

/** As if so much time had passed since what waits was put off: the next attempts are due. */
export const passTime = async (database: TestDatabase, webhookId: string): Promise<void> => {
  await database.query(
    `with due as (
       update deliveries set next_attempt_at = now() where webhook_id = $1 and status = 'pending' returning webhook_id
     )
     update webhook_queues set rests_until = null where webhook_id = $1`,
    [webhookId],
  );
  await database.query('select wake_webhooks(array[$1])', [webhookId]);
};

export const deliveriesOf = async (client: Client, webhookId: string, query = '') =>
  (await client.get(`/v1/webhooks/${webhookId}/deliveries?${query}`)).body.data;

/** Waits until the endpoint's newest delivery is like this, and gives it whole. */
export const newestDelivery = async (client: Client, webhookId: string, like: object) => {
  await eventually(async () => expect((await deliveriesOf(client, webhookId))[0]).toMatchObject(like));
  const [{ id }] = await deliveriesOf(client, webhookId);
  return (await client.get(`/v1/deliveries/${id}`)).body;
};
