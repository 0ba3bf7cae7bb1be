import { RoomServiceClient } from 'livekit-server-sdk';
import { test as base } from 'vitest';
import type { Client } from '../setup/client.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';
import { type InCall, joinCall } from '../setup/join-call.ts';
import type { OwnLiveKit } from '../setup/own-livekit.ts';

export type LiveHall = TestHall & { readonly livekit: OwnLiveKit };

/** A Hall whose LiveKit tells it what happens. */
export const startLiveHall = async (settings: Parameters<typeof startHall>[0] = {}): Promise<LiveHall> => {
  const hall = await startHall({ ownLiveKit: 'elsewhere', ...settings });
  if (hall.livekit === undefined) throw new Error('a live hall needs a LiveKit of its own');
  return { ...hall, livekit: hall.livekit };
};

type Fixtures = {
  $file: { hall: LiveHall };
  $test: { organisation: TestOrganisation; client: Client };
};

export const test = base.extend<Fixtures>({
  hall: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const hall = await startLiveHall();
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  organisation: async ({ hall }, use) => use(await hall.organisation()),
  client: async ({ organisation }, use) => use(organisation.client),
});

export type Invited = {
  readonly participant: { readonly id: string; readonly role: string; readonly status: string };
  readonly server_url: string;
  readonly participant_token: string;
  readonly join_url: string;
};

export const openHall = async (client: Client, wish: object = {}): Promise<string> => {
  const { status, body, text } = await client.post('/v1/halls', wish);
  if (status !== 201) throw new Error(`the hall was not made: ${status} ${text}`);
  return body.id;
};

export const invite = async (client: Client, hallId: string, wish: object = {}): Promise<Invited> => {
  const { status, body, text } = await client.post(`/v1/halls/${hallId}/join`, wish);
  if (status !== 200) throw new Error(`nobody was invited: ${status} ${text}`);
  return body;
};

/** Somebody who was invited and has entered. */
export const enterHall = async (
  client: Client,
  hallId: string,
  onEnd: (undo: () => Promise<void>) => void,
  wish: object = {},
): Promise<Invited & { call: InCall }> => {
  const invited = await invite(client, hallId, wish);
  return { ...invited, call: await joinCall(invited, onEnd) };
};

/** What the API says of one participant. */
export const participantOf = (client: Client, hallId: string, { participant }: Invited) =>
  client.get(`/v1/halls/${hallId}/participants/${participant.id}`).then(({ body }) => body);

/** LiveKit's own word, Hall left aside. */
export const livekitOf = ({ livekit: { url, apiKey, apiSecret } }: LiveHall): RoomServiceClient =>
  new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);

/** Who is inside by LiveKit itself. */
export const insideOf = async (hall: LiveHall, hallId: string): Promise<string[]> =>
  (await livekitOf(hall).listParticipants(hallId)).map(({ identity }) => identity);
