import { describe, expect, test } from 'vitest';
import { answerFaults, type OpenApi, operationAt, type RawAnswer } from './answer-check.ts';

const headers = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'].map((name) => [
    name,
    { schema: {} },
  ]),
);
const error = {
  type: 'object',
  required: ['detail', 'code'],
  properties: { detail: { type: 'string' }, code: { type: 'string' } },
};
const refusal = (code: string) => ({
  headers,
  content: { 'application/json': { schema: error, examples: { [code]: {} } } },
});
const thing = {
  type: 'object',
  required: ['id', 'tags'],
  properties: {
    id: { type: 'string' },
    tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

const document = {
  openapi: '3.1.0',
  paths: {
    '/v1/things': {
      post: {
        operationId: 'make',
        responses: {
          201: {
            headers: { ...headers, Location: { schema: {} } },
            content: { 'application/json': { schema: thing } },
          },
          401: refusal('key_invalid'),
          429: refusal('rate_limited'),
          503: refusal('unavailable'),
        },
      },
    },
    '/v1/things/{id}': { delete: { operationId: 'remove', responses: { 204: { headers } } } },
  },
} as unknown as OpenApi;

type Change = { status?: number; headers?: Record<string, string | null>; body?: unknown };

const answer = (
  base: { status: number; headers?: Record<string, string>; body: unknown },
  change: Change = {},
): RawAnswer => {
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 60),
    'x-request-id': 'req_1',
    ...base.headers,
    ...change.headers,
  };
  const body = 'body' in change ? change.body : base.body;
  return {
    status: change.status ?? base.status,
    headers: new Headers(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)),
    text: typeof body === 'string' ? body : JSON.stringify(body),
  };
};

const created = (change?: Change) =>
  answer({ status: 201, headers: { location: '/v1/things/1' }, body: { id: '1', tags: [{ name: 'a' }] } }, change);
const unauthorised = (change?: Change) =>
  answer(
    { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { detail: 'No.', code: 'key_invalid' } },
    change,
  );
const limited = (change?: Change) =>
  answer(
    {
      status: 429,
      headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' },
      body: { detail: 'Try again in 7 seconds.', code: 'rate_limited' },
    },
    change,
  );
const unavailable = (change?: Change) =>
  answer(
    { status: 503, headers: { 'retry-after': '2' }, body: { detail: 'See http://x/status', code: 'unavailable' } },
    change,
  );

const faultsOfMake = (given: RawAnswer): string[] => answerFaults(document, 'POST', '/v1/things', given);

describe('an answer as it is declared has no fault', () => {
  test.for<[string, RawAnswer]>([
    ['201', created()],
    ['401', unauthorised()],
    ['429', limited()],
    ['503', unavailable()],
  ])('%s', ([, given]) => expect(faultsOfMake(given)).toEqual([]));

  test('204', () => {
    const given = answer({ status: 204, headers: {}, body: '' }, { headers: { 'content-type': null } });
    expect(answerFaults(document, 'DELETE', '/v1/things/7', given)).toEqual([]);
  });
});

test.for<[what: string, given: RawAnswer, fault: string]>([
  ['a status outside of the specification', created({ status: 500 }), 'not in the specification'],
  ['a status that is not declared', created({ status: 200 }), 'the status is not declared'],
  ['an unknown field', created({ body: { id: '1', tags: [], extra: 1 } }), 'additional properties'],
  ['an unknown field within', created({ body: { id: '1', tags: [{ nmae: 'a' }] } }), 'additional properties'],
  ['a field that is missing', created({ body: { id: '1' } }), 'required'],
  ['a field of another type', created({ body: { id: 1, tags: [] } }), 'string'],
  ['no JSON', created({ body: '<html>' }), 'object'],
  ['another content type', created({ headers: { 'content-type': 'text/plain' } }), 'not sent as JSON'],
  ['no Location', created({ headers: { location: null } }), 'location is missing'],
  ['a Location elsewhere', created({ headers: { location: 'http://x/1' } }), 'Location'],
  ['no request id', created({ headers: { 'x-request-id': null } }), 'x-request-id is missing'],
  ['no limit', created({ headers: { 'x-ratelimit-limit': null } }), 'x-ratelimit-limit is missing'],
  ['a fractional reset', created({ headers: { 'x-ratelimit-reset': '1.5' } }), 'no whole numbers'],
  ['a reset of long ago', created({ headers: { 'x-ratelimit-reset': '1' } }), 'X-RateLimit-Reset'],
  ['401 without a challenge', unauthorised({ headers: { 'www-authenticate': null } }), 'WWW-Authenticate'],
  ['an error without detail', unauthorised({ body: { code: 'key_invalid' } }), 'detail'],
  [
    'a code that is not declared',
    unauthorised({ body: { detail: 'No.', code: 'other' } }),
    'the code other is not declared',
  ],
  ['an error in HTML', unauthorised({ body: '<html>' }), 'not JSON'],
  ['429 without Retry-After', limited({ headers: { 'retry-after': null } }), 'Retry-After'],
  ['429 that says two numbers', limited({ headers: { 'retry-after': '8' } }), 'disagree'],
  ['429 with requests left', limited({ headers: { 'x-ratelimit-remaining': '1' } }), 'requests remaining'],
  ['503 without the status page', unavailable({ body: { detail: 'Sorry.', code: 'unavailable' } }), 'status page'],
  [
    'an error that shows a statement',
    unavailable({ body: { detail: '/status: select id from halls', code: 'unavailable' } }),
    'the inside shows',
  ],
])('%s is a fault', ([, given, fault]) => {
  expect(faultsOfMake(given).join('; ')).toContain(fault);
});

test('a body with 204 is a fault', () => {
  const given = answer({ status: 204, headers: {}, body: '{}' });
  expect(answerFaults(document, 'DELETE', '/v1/things/7', given)).toEqual(['a body where none is declared']);
});

test('paths that are not declared follow the rules for every response', () => {
  const gone = answer({ status: 404, headers: {}, body: { detail: 'Nothing here.', code: 'not_found' } });
  expect(answerFaults(document, 'GET', '/v1/other', gone)).toEqual([]);
  expect(answerFaults(document, 'GET', '/v1/other', { ...gone, text: '' })).toContain('the error is not JSON');
});

test('an operation is found by its path, whatever follows it', () => {
  expect(operationAt(document, 'POST', '/v1/things?x=/y')?.operationId).toBe('make');
  expect(operationAt(document, 'DELETE', '/v1/things/7')?.operationId).toBe('remove');
  expect(operationAt(document, 'DELETE', '/v1/things/7/8')).toBeUndefined();
});
