import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Operation, openApiOf } from '../setup/answer-check.ts';
import type { Client, TestAnswer } from '../setup/client.ts';
import type { TestHall } from '../setup/hall.ts';
import { openHall, test } from './fixtures.ts';

/*
 * Random bodies. The client fails a test whose answer has an undeclared status, code, field or header; here it is only said
 * that no answer is a 5xx. A failure prints the seed and the body that it was shrunk to.
 */

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxProperties?: number;
  items?: Schema;
  examples?: unknown[];
};

/** Bodies in one run go out together. */
const together = 8;

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 140 }),
  fc.string({ unit: 'grapheme', maxLength: 140 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', "'; drop table halls; --", '%00', '\u202e', 'a'.repeat(129), 'null'),
);

const oddNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1, 59, 60, 86_400, 86_401, 2 ** 31, 2 ** 53, 1e308, -1, 0.5),
);

const near = ({ minimum = -10, maximum = 10 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1_000) }),
    fc.integer({ min: minimum - 2, max: maximum + 2 }),
  );

const textMap = (most: number): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 200 }), {
    maxKeys: most + 1,
  });

/** Values that mostly fit the schema, or nearly do. */
const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  const type = [schema.type ?? 'object'].flat()[0];
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  const own = (): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 10 });
    if (type === 'string' && schema.examples !== undefined)
      return fc.oneof(fc.constantFrom(...schema.examples), fc.string({ unit: 'grapheme', maxLength: 50 }));
    if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: schema.maxLength ?? 50 });
    if (type === 'integer') return near(schema);
    if (type === 'boolean') return fc.boolean();
    return textMap(schema.maxProperties ?? 5);
  };
  return isNullable ? fc.option(own()) : own();
};

const oddValue = fc.oneof(oddText, oddNumber, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));

/** Bodies that fit, and such of which one field is odd, or one is unknown. */
const bodyOf = ({ properties = {} }: Schema): fc.Arbitrary<string> => {
  const fits = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)])),
    { requiredKeys: [] },
  );
  const oddField = fc.record({
    name: fc.oneof(fc.constantFrom('', '__proto__', 'constructor', 'recrod', ...Object.keys(properties)), oddText),
    value: oddValue,
  });
  const withOddField = fc.tuple(fits, oddField).map(([body, { name, value }]) => ({ ...body, [name]: value }));
  return fc.oneof(
    { weight: 4, arbitrary: fits.map((body) => JSON.stringify(body)) },
    { weight: 4, arbitrary: withOddField.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: fc.json() },
  );
};

/** What JSON was, before a few characters of it were changed. */
const damaged = (bodies: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> =>
  fc.tuple(bodies, fc.nat(), fc.uint8Array({ maxLength: 4 }), fc.nat(3)).map(([body, place, bytes, cut]) => {
    const whole = Buffer.from(body);
    const at = place % (whole.length + 1);
    return new Uint8Array(Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + cut)]));
  });

const operationOf = async (hall: TestHall, path: string): Promise<{ schema: Schema; operation: Operation }> => {
  const operation = (await openApiOf(hall.url)).paths[path]?.post;
  if (operation === undefined) throw new Error(`${path} is not in the document`);
  return { schema: operation.requestBody?.content['application/json']?.schema as Schema, operation };
};

describe.for<[path: string, success: number]>([
  ['/v1/halls', 201],
  ['/v1/halls/{id}/join', 200],
  ['/v1/webhooks', 201],
])('POST %s', ([template, success]) => {
  const setUp = async (client: Client) => {
    const path = template.replace('{id}', (await openHall(client)).id);
    const seen = new Map<number, number>();
    const note = ({ status }: TestAnswer): void => {
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    };
    return { path, seen, note };
  };

  test('never fails for a body that fits the schema or nearly does', async ({ hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 50 });
    const { path, seen, note } = await setUp(client);
    const { schema } = await operationOf(hall, template);
    await fc.assert(
      fc.asyncProperty(fc.array(bodyOf(schema), { minLength: together, maxLength: together }), async (bodies) => {
        const answers = await Promise.all(bodies.map((body) => client.post(path, body)));
        answers.forEach(note);
      }),
      { numRuns: 40 },
    );
    // The generator reaches both sides.
    expect(seen.get(success)).toBeGreaterThan(0);
    expect(seen.get(422)).toBeGreaterThan(0);
  });

  test('never fails for a damaged body', async ({ client, hall }) => {
    const { path, note } = await setUp(client);
    const { schema } = await operationOf(hall, template);
    await fc.assert(
      fc.asyncProperty(
        fc.array(damaged(bodyOf(schema)), { minLength: together, maxLength: together }),
        async (bodies) => {
          const headers = { 'content-type': 'application/json' };
          const answers = await Promise.all(bodies.map((body) => client.send('POST', path, body, { headers })));
          answers.forEach(note);
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('GET never fails for a random id or query', async ({ client }) => {
  const part = fc
    .oneof(fc.string({ unit: 'binary-ascii', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))

    // A client resolves these before it asks.
    .filter((text) => !/^\.{1,2}$/.test(text))
    .map(encodeURIComponent);
  const name = fc.oneof(fc.constantFrom('limit', 'cursor', 'status', 'external_id', 'type', 'hall_id'), part);
  const query = fc
    .array(fc.tuple(name, part), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(part, query), { minLength: together, maxLength: together }),
      async (requests) => {
        const answers = await Promise.all(
          requests.flatMap(([id, search]) => [
            client.get(`/v1/halls/${id}?${search}`),
            client.get(`/v1/halls?${search}`),
            client.get(`/v1/webhooks/${id}/deliveries?${search}`),
            client.get(`/v1/webhooks?${search}`),
            client.get(`/v1/deliveries/${id}`),
            client.get(`/v1/events/${id}`),
            client.get(`/v1/events?${search}`),
          ]),
        );
        for (const { status } of answers) expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 25 },
  );
});
