import { METHODS } from 'node:http';
import { describe, expect } from 'vitest';
import { startHall } from '../setup/hall.ts';
import { fromAddress, newAddress, test } from './fixtures.ts';
import { request, sendRaw } from './raw-http.ts';

const path = '/v1/organisation';
const codeOf = (text: string): string => JSON.parse(text).code;
const own = () => ({ 'X-Forwarded-For': newAddress() });

test.for<[what: string, bytes: string]>([
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', 'GET /v1/organisation HTTP/3.1\r\nHost: x\r\n\r\n'],
  ['an unknown method', request('FOO /v1/organisation')],
  ['a method in small letters', request('get /v1/organisation')],
  ['a space in the path', request('GET /v1/organ isation')],
  ['bytes beyond ASCII in the path', request('GET /v1/organisation/\xff')],
  ['a NUL in a header', request(`GET ${path}`, { X: 'a\x00b' })],
  ['a header without a colon', 'GET /v1/organisation HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
  ['headers that are too large', request(`GET ${path}`, { X: 'x'.repeat(20_000) })],
  [
    'too many headers',
    request(`GET ${path}`, Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`X-${i}`, 'x']))),
  ],
  ['a path that is too long', request(`GET /v1/halls/${'x'.repeat(20_000)}`)],
  ['two lengths', request('POST /v1/halls', { 'Content-Length': ['2', '3'] }, '{}')],
  ['a negative length', request('POST /v1/halls', { 'Content-Length': '-1' })],
  ['a length that is no number', request('POST /v1/halls', { 'Content-Length': 'x' })],
  ['a length and chunks', request('POST /v1/halls', { 'Transfer-Encoding': 'chunked' }, '{}')],
  ['an unknown transfer encoding', request('POST /v1/halls', { 'Transfer-Encoding': 'gzip' })],
  ['no Host', request(`GET ${path}`, { Host: null, ...own() })],
])('400 for %s', async ([, bytes], { hall }) => {
  const answers = await sendRaw(hall, bytes);
  expect(answers.map(({ status }) => status)).toEqual([400]);
  expect(answers.map(({ text }) => codeOf(text))).toEqual(['malformed_request']);
});

test('400 for broken chunks of a body, and for too many of them', async ({ hall, organisation: { key } }) => {
  const head = request('POST /v1/halls', {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  });
  const [broken] = await sendRaw(hall, `${head}zz\r\n{}\r\n0\r\n\r\n`);
  expect([broken?.status, codeOf(broken?.text ?? '')]).toEqual([400, 'malformed_request']);
  const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
  const [tooLarge] = await sendRaw(hall, `${head}${chunk.repeat(4)}0\r\n\r\n`);
  expect([tooLarge?.status, codeOf(tooLarge?.text ?? '')]).toEqual([400, 'body_too_large']);
  const [good] = await sendRaw(hall, `${head}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`);
  expect(good?.status).toBe(201);
});

test('a client that hangs up within its body makes no hall and harms nobody', async ({ hall, organisation }) => {
  const head = request('POST /v1/halls', {
    Authorization: `Bearer ${organisation.key}`,
    'Content-Type': 'application/json',
    'Content-Length': '100',
  });
  await sendRaw(hall, `${head}{"name": "Alg`, { hangUp: true });
  expect((await organisation.client.get(path)).body.usage.open_halls).toBe(0);
});

describe('404', () => {
  // CONNECT asks for a tunnel and has no path.
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT'].includes(method));

  test('for every other method that HTTP knows', async ({ hall, organisation: { key } }) => {
    for (const method of others) {
      for (const [at, headers] of [
        ['/v1/halls', { Authorization: `Bearer ${key}` }],
        ['/nothing', own()],
        ['/healthz', own()],
      ] as const) {
        const [answer] = await sendRaw(hall, request(`${method} ${at}`, headers), { method, path: at });
        expect([method, at, answer?.status, codeOf(answer?.text ?? '')]).toEqual([method, at, 404, 'not_found']);
      }
    }
  });

  test.for([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/hall',
    '/v1/halls/x/y',
    '/v1/halls;x=1',
    '/v1//halls',
    '/v1/Halls',
    '/V1/halls',
    '//v1/halls',
    '/v2/halls',
    '/v1/organisation/',
    '/v1%2Fhalls',
    '/v1/halls/../organisation',
    '/nothing',
    '/assets/nothing.js',
    '/favicon.ico',
  ])('for %s', async (at, { hall, organisation: { key } }) => {
    const [answer] = await sendRaw(hall, request(`GET ${at}`, { Authorization: `Bearer ${key}`, ...own() }), {
      path: at,
    });
    expect([answer?.status, codeOf(answer?.text ?? '')]).toEqual([404, 'not_found']);
  });

  test('before a body is read, whatever it is', async ({ client, hall }) => {
    for (const send of [client.send, hall.client(undefined, fromAddress(newAddress())).send]) {
      for (const [body, type] of [
        ['{', 'application/json'],
        ['x', 'text/plain'],
        ['x'.repeat(100_000), 'application/json'],
      ] as const) {
        const at = send === client.send ? '/v1/nothing' : '/nothing';
        const { status, headers } = await send('POST', at, body, { headers: { 'content-type': type } });
        expect(status).toBe(404);
        expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      }
    }
  });
});

test.for([
  '/v1/halls/%zz',
  '/v1/halls/%',
  '/v1/halls/%ff',
  '/v1/halls/%c0%80',
  '/v1/%zz',
  '/%zz',
  '/v1/halls/%zz/join',
])('400 for a path that cannot be decoded: %s', async (at, { hall, organisation: { key } }) => {
  const [answer] = await sendRaw(hall, request(`GET ${at}`, { Authorization: `Bearer ${key}`, ...own() }));
  expect([answer?.status, codeOf(answer?.text ?? '')]).toEqual([400, 'malformed_request']);
});

describe('what Hall does not do, it ignores', () => {
  test.for<[what: string, headers: Record<string, string>]>([
    ['an expectation', { Expect: 'the unexpected' }],
    [
      'an offer of HTTP/2',
      { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAARAAAAA' },
    ],
    ['an offer of a WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }],
    ['another method in a header', { 'X-HTTP-Method-Override': 'DELETE' }],
    ['a version of the API in a header', { 'Accept-Version': '9.x' }],
    ['a range', { Range: 'bytes=0-1' }],
    ['a condition', { 'If-None-Match': '*' }],
    ['a wish for HTML', { Accept: 'text/html' }],
    ["a request id of the client's", { 'X-Request-Id': 'mine' }],
  ])('%s', async ([, headers], { hall, organisation: { id, key } }) => {
    const [answer] = await sendRaw(hall, request(`GET ${path}`, { Authorization: `Bearer ${key}`, ...headers }), {
      path,
      answers: 1,
    });
    expect([answer?.status, JSON.parse(answer?.text ?? '').id]).toEqual([200, id]);
    expect(answer?.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  });

  test('an offer of HTTP/2 to a Hall that passes signalling on', async () => {
    const hall = await startHall({ forBrowsers: true });
    const { key } = await hall.organisation();
    const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAARAAAAA' };
    const [answer] = await sendRaw(hall, request(`GET ${path}`, { Authorization: `Bearer ${key}`, ...offer }), {
      path,
      answers: 1,
    });
    await hall.stop();
    expect(answer?.status).toBe(200);
  });
});

test('100 Continue, then the answer, for a client that waits with its body', async ({
  hall,
  organisation: { key },
}) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Expect: '100-continue' };
  const answers = await sendRaw(hall, request('POST /v1/halls', headers, '{}'), { method: 'POST', path: '/v1/halls' });
  expect(answers.map(({ status }) => status)).toEqual([100, 201]);
});

test('requests one after the other on a connection are answered in their order', async ({
  hall,
  organisation: { key },
}) => {
  const headers = { Authorization: `Bearer ${key}`, Connection: 'keep-alive' };
  const both = `${request(`GET ${path}`, headers)}${request('GET /v1/halls?limit=0', headers)}`;
  const answers = await sendRaw(hall, both, { answers: 2 });
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

test('HTTP/1.0 without Host is served', async ({ hall, organisation: { key } }) => {
  const [answer] = await sendRaw(hall, `GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`, { path });
  expect(answer?.status).toBe(200);
});

describe('a header sent twice', () => {
  test('the first Authorization is the one that counts', async ({ hall, organisation: { key } }) => {
    const statusWith = async (...keys: string[]) => {
      const authorization = keys.map((one) => `Bearer ${one}`);
      return (await sendRaw(hall, request(`GET ${path}`, { Authorization: authorization, ...own() }), { path }))[0]
        ?.status;
    };
    expect(await statusWith(key, 'x')).toBe(200);
    expect(await statusWith('x', key)).toBe(401);
  });

  test('two Idempotency-Keys are one other key', async ({ hall, organisation: { key, client } }) => {
    const create = (keys: string[]) =>
      sendRaw(hall, request('POST /v1/halls', { Authorization: `Bearer ${key}`, 'Idempotency-Key': keys }), {
        method: 'POST',
        path: '/v1/halls',
      });
    const [first] = await create(['a', 'b']);
    const [second] = await create(['a', 'b']);
    expect([first?.status, second?.status, second?.text]).toEqual([201, 201, first?.text]);
    expect((await client.post('/v1/halls', undefined, { headers: { 'idempotency-key': 'a' } })).text).not.toBe(
      first?.text,
    );
  });
});
