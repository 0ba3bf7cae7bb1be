import { expect } from 'vitest';
import { type Operation, openApiOf } from '../setup/answer-check.ts';
import type { Client, TestAnswer } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import {
  openHall,
  setRecorder,
  setStorage,
  test,
  unknownDeliveryId,
  unknownEventId,
  unknownHallId,
  unknownParticipantId,
  unknownRecordingId,
  unknownReplayId,
  unknownWebhookId,
} from './fixtures.ts';

/** What the id in a path may name, by the word before it, and how to make one. A new kind of thing is added here, after what it needs. */
const kinds: Record<
  string,
  {
    unknownId: string;
    make: (owner: Client, made: Map<string, string>, prepare: () => Promise<unknown>) => Promise<string>;
  }
> = {
  halls: { unknownId: unknownHallId, make: async (owner) => (await openHall(owner, { name: 'secret' })).id },
  participants: {
    unknownId: unknownParticipantId,
    make: async (owner, made) => (await owner.post(`/v1/halls/${made.get('halls')}/join`)).body.participant.id,
  },
  events: {
    unknownId: unknownEventId,
    make: async (owner) => {
      const newest = async () => (await owner.get('/v1/events?limit=1')).body.data[0]?.id;
      await eventually(async () => expect(await newest()).toBeDefined());
      return newest();
    },
  },
  webhooks: {
    unknownId: unknownWebhookId,
    // Nobody answers there, and the name never leads anywhere (RFC 6761).
    make: async (owner) =>
      (await owner.post('/v1/webhooks', { url: 'https://hooks.invalid/', description: 'secret' })).body.id,
  },
  deliveries: {
    unknownId: unknownDeliveryId,
    make: async (owner, made) => {
      await openHall(owner);
      const newest = async () => (await owner.get(`/v1/webhooks/${made.get('webhooks')}/deliveries`)).body.data[0]?.id;
      await eventually(async () => expect(await newest()).toBeDefined());
      return newest();
    },
  },
  recordings: {
    unknownId: unknownRecordingId,
    make: async (owner, made, prepare) => {
      await prepare();
      return (await owner.post(`/v1/halls/${made.get('halls')}/recordings`)).body.id;
    },
  },
  replays: {
    unknownId: unknownReplayId,
    make: async (owner, made) => (await owner.post(`/v1/webhooks/${made.get('webhooks')}/replay`, replayWish)).body.id,
  },
};

const replayWish = { from: '2026-11-01T10:00:00Z', to: '2026-11-01T11:00:00Z' };

/** What an operation requires in its body. */
const bodies: Record<string, object> = { '/v1/webhooks/{id}/replay': replayWish };

/** They differ from answer to answer, whatever is asked. */
const volatile = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

const asSent = ({ status, headers, text }: TestAnswer): object => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !volatile.includes(name)),
});

/** The path with ids in place of its parameters. */
const fillPath = (template: string, idOf: (kind: string) => string): string => {
  const parts = template.split('/');
  return parts.map((part, at) => (/^\{\w+\}$/.test(part) ? idOf(parts[at - 1] ?? '') : part)).join('/');
};

test('404 for whatever another organisation has, byte for byte the same as for what nobody has', async ({
  hall,
  organisation,
  client: owner,
  stranger,
}) => {
  const { paths } = await openApiOf(hall.url);
  const prepare = () => Promise.all([setStorage(hall, organisation), setRecorder(hall, true)]);
  const withIds = Object.entries(paths).filter(([template]) => template.includes('{'));
  expect(withIds.map(([template]) => template)).toEqual(
    expect.arrayContaining(['/v1/halls/{id}', '/v1/halls/{id}/close', '/v1/halls/{id}/join']),
  );
  const made = new Map<string, string>();
  for (const [kind, { make }] of Object.entries(kinds)) made.set(kind, await make(owner, made, prepare));
  const owned = (kind: string): string =>
    made.get(kind) ?? expect.fail(`this test knows no ${kind}: add them to kinds`);
  const unknown = (kind: string): string => kinds[kind]?.unknownId ?? '';

  for (const [template, operations] of withIds) {
    for (const method of Object.keys(operations as Record<string, Operation>)) {
      const body = ['post', 'patch'].includes(method) ? (bodies[template] ?? {}) : undefined;
      const ask = (path: string, key?: string) =>
        stranger.send(
          method.toUpperCase(),
          path,
          body,
          key === undefined ? {} : { headers: { 'idempotency-key': key } },
        );
      const [foreign, none] = [fillPath(template, owned), fillPath(template, unknown)];
      const foreignAnswer = await ask(foreign);
      expect([method, template, foreignAnswer.status]).toEqual([method, template, 404]);
      expect(asSent(foreignAnswer)).toEqual(asSent(await ask(none)));
      expect(asSent(await ask(foreign, `${method} ${template} a`))).toEqual(
        asSent(await ask(none, `${method} ${template} b`)),
      );
    }
  }
  // Nothing of it has happened.
  const { status, body } = await owner.get(`/v1/halls/${owned('halls')}`);
  expect([status, body.name, body.status]).toEqual([200, 'secret', 'open']);
  const webhook = await owner.get(`/v1/webhooks/${owned('webhooks')}`);
  expect(webhook.body).toMatchObject({ description: 'secret', enabled: true, previous_secret_until: null });
  const delivered = await owner.get(`/v1/webhooks/${owned('webhooks')}/deliveries`);
  expect(delivered.body.data.map(({ reason }: { reason: string }) => reason)).toEqual(['event']);
  const participant = await owner.get(`/v1/halls/${owned('halls')}/participants/${owned('participants')}`);
  expect([participant.status, participant.body.status]).toEqual([200, 'invited']);
});

test('the same once the hall is closed, and deleted', async ({ client: owner, stranger }) => {
  const { id } = await openHall(owner);
  const expected = asSent(await stranger.get(`/v1/halls/${unknownHallId}`));
  await owner.post(`/v1/halls/${id}/close`);
  expect(asSent(await stranger.get(`/v1/halls/${id}`))).toEqual(expected);
  await owner.delete(`/v1/halls/${id}`);
  expect(asSent(await stranger.get(`/v1/halls/${id}`))).toEqual(expected);
  expect(asSent(await owner.get(`/v1/halls/${id}`))).toEqual(expected);
});

test('an invalid body tells no more: 422 for both', async ({ client: owner, stranger }) => {
  const { id } = await openHall(owner);
  for (const path of ['', '/join', '/close']) {
    const method = path === '' ? 'PATCH' : 'POST';
    const [foreign, none] = [
      await stranger.send(method, `/v1/halls/${id}${path}`, { nmae: 1 }),
      await stranger.send(method, `/v1/halls/${unknownHallId}${path}`, { nmae: 1 }),
    ];
    expect(foreign.status).toBe(422);
    expect(asSent(foreign)).toEqual(asSent(none));
  }
});
