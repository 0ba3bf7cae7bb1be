import { createHmac } from 'node:crypto';
import { describe, expect, inject } from 'vitest';
import { openHall, test, unknownHallId } from './fixtures.ts';

type Claims = { iss: string; sub: string; name: string; metadata: string; nbf: number; exp: number; video: object };

/** What a LiveKit server reads of a token; throws when it would refuse it. */
const readToken = (token: string): Claims => {
  const { apiSecret } = inject('livekit');
  const [header = '', claims = '', signature] = token.split('.');
  const expected = createHmac('sha256', apiSecret).update(`${header}.${claims}`).digest('base64url');
  expect(signature).toBe(expected);
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
};

const inSeconds = (time: string): number => (Date.parse(time) - Date.now()) / 1000;
const emoji = '🎓';

describe('200', () => {
  test('with everything as it was wished for', async ({ client }) => {
    const hall = await openHall(client);
    const wish = { name: 'Ada 🎓', user_id: 'u-1', role: 'host', metadata: { seat: '4', __typename: 'x' } };
    const { status, body } = await client.post(`/v1/halls/${hall.id}/join`, { ...wish, token_ttl_seconds: 60 });
    expect(status).toBe(200);
    expect(body).toEqual({
      participant: {
        ...wish,
        id: expect.stringMatching(/^part_[0-9a-z]{26}$/),
        hall_id: hall.id,
        status: 'invited',
        joined_at: null,
        left_at: null,
      },
      server_url: inject('livekit').url,
      participant_token: expect.any(String),
      join_url: `http://hall.test/halls/${hall.id}#token=${body.participant_token}`,
      expires_at: expect.stringMatching(/Z$/),
    });
  });

  test.for([
    { what: 'no body', wish: undefined },
    { what: 'an empty object', wish: {} },
    { what: 'nulls', wish: { name: null, user_id: null } },
  ])('with the defaults for $what: a nameless participant, ten minutes to enter', async ({ wish }, { client }) => {
    const { id } = await openHall(client);
    const { status, body } = await client.post(`/v1/halls/${id}/join`, wish);
    expect(status).toBe(200);
    expect(body.participant).toMatchObject({ name: null, user_id: null, role: 'participant', metadata: {} });
    expect(Math.abs(inSeconds(body.expires_at) - 600)).toBeLessThan(10);
  });

  test('each time with another participant: an invitation holds no seat', async ({ client }) => {
    const { id } = await openHall(client, { max_participants: 1 });
    const [one, two] = [await client.post(`/v1/halls/${id}/join`), await client.post(`/v1/halls/${id}/join`)];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.participant.id).not.toBe(two.body.participant.id);
    expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(0);
  });

  test.for<[what: string, wish: object]>([
    ['one character', { name: 'x', user_id: 'x' }],
    ['128 characters', { name: 'x'.repeat(128), user_id: emoji.repeat(128) }],
    ['8 KiB of metadata', { metadata: { a: 'x'.repeat(8_192 - 8) } }],
    ['the shortest token', { token_ttl_seconds: 60 }],
    ['the longest token', { token_ttl_seconds: 86_400 }],
  ])('at the edge of what is allowed: %s', async ([, wish], { client }) => {
    const { id } = await openHall(client);
    const { status, body } = await client.post(`/v1/halls/${id}/join`, wish);
    expect(status).toBe(200);
    const { token_ttl_seconds = 600, ...shown } = wish as { token_ttl_seconds?: number };
    expect(body.participant).toMatchObject(shown);
    expect(Math.abs(inSeconds(body.expires_at) - token_ttl_seconds)).toBeLessThan(10);
  });
});

describe('the token', () => {
  test.for<[role: string, grants: object]>([
    ['host', { canPublish: true, canPublishData: true, canSubscribe: true }],
    ['participant', { canPublish: true, canPublishData: true, canSubscribe: true }],
    ['viewer', { canPublish: false, canPublishData: true, canSubscribe: true }],
  ])('lets a %s do this and nothing else, in this hall alone', async ([role, grants], { client }) => {
    const { id } = await openHall(client);
    const { body } = await client.post(`/v1/halls/${id}/join`, { role, name: 'Ada', metadata: { seat: '4' } });
    const claims = readToken(body.participant_token);
    expect(claims.video).toEqual({ roomJoin: true, room: id, ...grants });
    expect(claims).toMatchObject({
      iss: inject('livekit').apiKey,
      sub: body.participant.id,
      name: 'Ada',
      metadata: '{"seat":"4"}',
      attributes: { role },
    });
  });

  test('may be used from now on until expires_at', async ({ client }) => {
    const { id } = await openHall(client);
    const { body } = await client.post(`/v1/halls/${id}/join`, { token_ttl_seconds: 120 });
    const { nbf, exp } = readToken(body.participant_token);
    expect(exp).toBe(Math.floor(Date.parse(body.expires_at) / 1000));
    expect(nbf).toBeLessThanOrEqual(Date.now() / 1000);
  });

  test('names nobody when no name was given', async ({ client }) => {
    const { id } = await openHall(client);
    const { body } = await client.post(`/v1/halls/${id}/join`);
    expect(readToken(body.participant_token)).toMatchObject({ name: '', metadata: '{}' });
  });

  test('is in the fragment of the link, which no server sees, and nowhere in the database', async ({
    hall,
    client,
  }) => {
    const { id } = await openHall(client);
    const { participant_token, join_url } = (await client.post(`/v1/halls/${id}/join`)).body;
    const link = new URL(join_url);
    expect([link.pathname, link.search, link.hash]).toEqual([`/halls/${id}`, '', `#token=${participant_token}`]);
    const [row] = await hall.database.query<{ text: string }>(
      'select p::text as text from participants p where hall_id = $1',
      [id],
    );
    expect(row?.text).toContain(id);
    expect(row?.text).not.toContain(participant_token.split('.')[2]);
  });
});

describe('403', () => {
  test('for a closed hall', async ({ client }) => {
    const { id } = await openHall(client);
    await client.post(`/v1/halls/${id}/close`);
    const { status, body } = await client.post(`/v1/halls/${id}/join`);
    expect([status, body.code]).toEqual([403, 'hall_closed']);
  });
});

test.for<[what: string, id: string]>([
  ['an unknown id', unknownHallId],
  ['no id at all', 'x'],
  ['an id of another type', 'part_01k9zq3v5c8r2m7d4t6w0x1y2z'],
])('404 for %s', async ([, id], { client }) => {
  const { status, body } = await client.post(`/v1/halls/${id}/join`, { name: 'Ada' });
  expect([status, body]).toEqual([404, { code: 'hall_not_found', detail: 'Hall not found.' }]);
});

test.for<[path: string, message: string, wish: object]>([
  ['/nmae', 'is not a known field', { nmae: 'Ada' }],
  ['/name', 'must not be empty', { name: '' }],
  ['/name', 'must have at most 128 characters', { name: emoji.repeat(129) }],
  ['/user_id', 'must not be empty', { user_id: '' }],
  ['/user_id', 'must be a string or null', { user_id: 7 }],
  ['/role', 'must be "host" or "participant" or "viewer"', { role: 'admin' }],
  ['/role', 'must be "host" or "participant" or "viewer"', { role: 'Host' }],
  ['/role', 'must be a string', { role: null }],
  ['/metadata/a', 'must be a string', { metadata: { a: 1 } }],
  ['/metadata', 'must be at most 8192 bytes as JSON', { metadata: { a: 'x'.repeat(8_185) } }],
  ['/token_ttl_seconds', 'must be at least 60', { token_ttl_seconds: 59 }],
  ['/token_ttl_seconds', 'must be at most 86400', { token_ttl_seconds: 86_401 }],
  ['/token_ttl_seconds', 'must be an integer', { token_ttl_seconds: '60' }],
])('422 %s %s', async ([path, message, wish], { client }) => {
  const { id } = await openHall(client);
  const { status, body } = await client.post(`/v1/halls/${id}/join`, wish);
  expect(status).toBe(422);
  expect(body.errors).toContainEqual({ path, message });
});
