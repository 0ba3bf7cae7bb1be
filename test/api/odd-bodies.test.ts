import { describe, expect } from 'vitest';
import type { Client, TestAnswer } from '../setup/client.ts';
import { openHall, openHalls, test } from './fixtures.ts';

type Operation = { method: string; path: (hallId: string) => string; success: number };

/** The operations that take a body. */
const operations: [what: string, operation: Operation][] = [
  ['create', { method: 'POST', path: () => '/v1/halls', success: 201 }],
  ['change', { method: 'PATCH', path: (id) => `/v1/halls/${id}`, success: 200 }],
  ['join', { method: 'POST', path: (id) => `/v1/halls/${id}/join`, success: 200 }],
  ['close', { method: 'POST', path: (id) => `/v1/halls/${id}/close`, success: 200 }],
];

type Body = string | Uint8Array | undefined;
type Odd = [what: string, body: Body, type: string | undefined];

const bytes = (...values: (string | number[])[]): Uint8Array =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from(value))));

const json = 'application/json';

const malformed: Odd[] = [
  ['half an object', '{', json],
  ['two objects', '{}{}', json],
  ['a comma too many', '{"name": "x",}', json],
  ['single quotes', "{'name': 'x'}", json],
  ['NaN', '{"name": NaN}', json],
  ['a comment', '{} // x', json],
  ['a NUL behind it', '{}\0', json],
  ['a raw line break in a string', '{"name": "a\nb"}', json],
  ['a byte that is not UTF-8', bytes('{"name": "', [0xff], '"}'), json],
  ['an overlong form in UTF-8', bytes('{"name": "', [0xc0, 0x80], '"}'), json],
  ['half a surrogate pair in UTF-8', bytes('{"name": "', [0xed, 0xa0, 0x80], '"}'), json],
  ['UTF-8 that is cut off', bytes('{"name": "', [0xf0, 0x9f], '"}'), json],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 'application/json; charset=utf-16'],
  ['a compressed body', bytes([0x1f, 0x8b, 8, 0, 0]), json],
  ['brackets without end', '['.repeat(30_000), json],
];

const unsupported: Odd[] = [
  ['text', '{}', 'text/plain'],
  ['a form', 'name=x', 'application/x-www-form-urlencoded'],
  ['several parts', '--x--', 'multipart/form-data; boundary=x'],
  ['a type that is not quite JSON', '{}', 'application/vnd.api+json'],
  ['a type that is none', '{}', 'json'],
  ['an empty type', '{}', ''],
];

const misshapen: Odd[] = [
  ['an array', '[]', json],
  ['null', 'null', json],
  ['a string', '"x"', json],
  ['a number', '1e999', json],
  ['a boolean', 'true', json],
  ['a deep array', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, json],
  ['__proto__ as a field', '{"__proto__": {"name": "x"}}', json],
  ['constructor as a field', '{"constructor": {"prototype": {"name": "x"}}}', json],
  ['toString as a field', '{"toString": "x"}', json],
  ['a NUL in the name of a field', '{"\\u0000": 1}', json],
  ['half a surrogate pair in the name of a field', '{"\\ud800": 1}', json],
  ['an empty name of a field', '{"": 1}', json],
  ['nine unknown fields', '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}', json],
  ['thousands of unknown fields', `{${Array.from({ length: 5_000 }, (_, index) => `"a${index}":1`).join()}}`, json],
];

const empty: Odd[] = [
  ['no body and no type', undefined, undefined],
  ['no body that is announced as JSON', undefined, json],
  ['an object with spaces around it', ' \r\n\t{ } ', json],
  ['a byte order mark before it', '\ufeff{}', json],
  ['a type in capitals with a charset', '{}', 'APPLICATION/JSON; Charset="UTF-8"'],
  ['as much as fits', `{}${' '.repeat(65_536 - 2)}`, json],
];

describe.for(operations)('%s', ([, { method, path, success }]) => {
  const send = async (client: Client, [, body, type]: Odd): Promise<TestAnswer> => {
    const { id } = await openHall(client);
    return client.send(method, path(id), body, { headers: type === undefined ? {} : { 'content-type': type } });
  };

  test.for(malformed)('400 for %s', async (odd, { client }) => {
    const { status, body } = await send(client, odd);
    expect([status, body.code]).toEqual([400, 'malformed_json']);
    expect(await openHalls(client)).toBe(1);
  });

  test.for(unsupported)('400 for %s', async (odd, { client }) => {
    const { status, body } = await send(client, odd);
    expect([status, body.code]).toEqual([400, 'unsupported_content_type']);
    expect(await openHalls(client)).toBe(1);
  });

  test('400 for one byte too many', async ({ client }) => {
    const { status, body } = await send(client, ['', `{}${' '.repeat(65_536 - 1)}`, json]);
    expect([status, body]).toEqual([400, { code: 'body_too_large', detail: 'The body is larger than 65536 bytes.' }]);
    expect(await openHalls(client)).toBe(1);
  });

  test.for(misshapen)('422 for %s', async (odd, { client }) => {
    const { status, body } = await send(client, odd);
    expect([status, body.code]).toEqual([422, 'invalid_body']);
    expect(await openHalls(client)).toBe(1);
  });

  test.for(empty)('success for %s', async (odd, { client }) => {
    expect((await send(client, odd)).status).toBe(success);
  });
});

describe('text that PostgreSQL cannot keep: 422, never 503', () => {
  const halves = ['a\0b', '\ud800', '\udc00x', 'x\ud83c'];

  test.for(halves.map((text): [text: string] => [text]))('%j', async ([text], { client }) => {
    const { id } = await openHall(client);
    const message = 'must be text without NUL characters and unpaired surrogates';
    const answers = [
      await client.post('/v1/halls', { name: text }),
      await client.post('/v1/halls', { external_id: text }),
      await client.post('/v1/halls', { metadata: { a: text } }),
      await client.patch(`/v1/halls/${id}`, { name: text }),
      await client.post(`/v1/halls/${id}/join`, { name: text }),
      await client.post(`/v1/halls/${id}/join`, { user_id: text }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ path: expect.any(String), message }]);
    }
    expect(await client.post('/v1/halls', { metadata: { [text]: 'a' } })).toMatchObject({ status: 422 });
  });

  test('a pair of surrogates, written as escapes, is one character like any other', async ({ client }) => {
    const { status, body } = await client.post('/v1/halls', '{"name": "\\ud83c\\udf93"}');
    expect([status, body.name]).toEqual([201, '🎓']);
  });
});

test('a body that a DELETE brings along is read: 400 when it cannot be, else it changes nothing', async ({
  client,
}) => {
  const { id } = await openHall(client);
  const remove = (body: string, type: string) =>
    client.send('DELETE', `/v1/halls/${id}`, body, { headers: { 'content-type': type } });
  expect((await remove('{', json)).body.code).toBe('malformed_json');
  expect((await remove('x', 'text/plain')).body.code).toBe('unsupported_content_type');
  expect((await remove('x'.repeat(70_000), json)).body.code).toBe('body_too_large');
  expect((await remove('{"force": true}', json)).status).toBe(204);
});
