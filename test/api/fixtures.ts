import { test as base } from 'vitest';
import type { Client } from '../setup/client.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';

type Fixtures = {
  $file: { hall: TestHall };
  $test: {
    /** An organisation of this test's own, with limits that are not in the way. */
    organisation: TestOrganisation;
    /** With its key. */
    client: Client;
    /** Another organisation, with its own key. */
    stranger: Client;
    /** Without a key, from an address of this test's own. */
    nobody: Client;
  };
};

let addresses = 0;

/** An address that no other test sends from, as a proxy that Hall trusts tells it. */
export const newAddress = (): string => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

export const fromAddress = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

/** A Hall that believes X-Forwarded-For, so that tests which are counted by address do not disturb each other. */
export const test = base.extend<Fixtures>({
  hall: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const hall = await startHall({ environment: { TRUST_PROXY: 'true' } });
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  organisation: async ({ hall }, use) => use(await hall.organisation()),
  client: async ({ organisation }, use) => use(organisation.client),
  stranger: async ({ hall }, use) => use((await hall.organisation()).client),
  nobody: async ({ hall }, use) => use(hall.client(undefined, fromAddress(newAddress()))),
});

/** Ids of the right form that nobody has. */
export const unknownHallId = 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownParticipantId = 'part_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownWebhookId = 'whk_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownDeliveryId = 'dlv_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownReplayId = 'rpl_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownEventId = 'evt_01k9zq3v5c8r2m7d4t6w0x1y2z';
export const unknownRecordingId = 'rec_01k9zq3v5c8r2m7d4t6w0x1y2z';

/** Makes a hall and gives it as the API shows it. */
export const openHall = async (
  client: Client,
  wish: object = {},
): Promise<{ id: string; [field: string]: unknown }> => {
  const { status, body, text } = await client.post('/v1/halls', wish);
  if (status !== 201) throw new Error(`the hall was not made: ${status} ${text}`);
  return body;
};

export const openHalls = async (client: Client): Promise<number> =>
  (await client.get('/v1/organisation')).body.usage.open_halls;

/** Storage settings that nothing can be stored with. */
export const setStorage = (hall: TestHall, { id }: TestOrganisation) =>
  hall.database.query(
    `insert into storage_settings (organisation_id, endpoint, region, bucket, prefix, path_style, access_key_id, secret_access_key)
     values ($1, 'http://127.0.0.1:1', 'auto', 'films', '', true, 'key', '\\x00')`,
    [id],
  );

/** What a recorder says of itself, and for how long it has said nothing more. */
export const setRecorder = (hall: TestHall, isAble: boolean, reason: string | null = null, seen = '0 seconds') =>
  hall.database.query(
    `insert into recorders (id, host, capacity, busy, is_able, reason, seen_at)
     values ('recorder_a', 'a', 1, 0, $1, $2, now() - $3::interval)
     on conflict (id) do update set is_able = excluded.is_able, reason = excluded.reason, seen_at = excluded.seen_at`,
    [isAble, reason, seen],
  );
