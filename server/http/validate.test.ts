import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { HallError } from '../errors.ts';
import { MetadataSchema, Nullable, Text } from '../schemas.ts';
import { bodyValidator, parameterValidator } from './validate.ts';

const Wish = Type.Object(
  {
    name: Type.Optional(Nullable(Text({ minLength: 1, maxLength: 5, description: '' }))),
    seats: Type.Optional(Type.Integer({ minimum: 1 })),
    metadata: Type.Optional(MetadataSchema),
  },
  { additionalProperties: false },
);
const check = bodyValidator(Wish);

const refusalOf = (act: () => unknown): HallError | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(HallError);
    return error as HallError;
  }
};

describe('a body', () => {
  test('that matches passes as it is', () => {
    for (const body of [{}, { name: null }, { name: 'x', seats: 3, metadata: { a: 'b' } }])
      expect(refusalOf(() => check(body))).toBeUndefined();
  });

  test('is refused for unknown fields, however many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.boolean(), (count, isNamed) => {
        const unknown = Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, index]));
        const refusal = refusalOf(() => check(isNamed ? { ...unknown, name: 'x' } : unknown));
        expect(refusal?.code).toBe('invalid_body');
        expect(refusal?.faults?.length).toBe(Math.min(count, 100));
        expect(refusal?.faults?.[0]).toEqual({ path: '/unknown0', message: 'is not a known field' });
      }),
    );
  });

  test('is refused with at least one fault whenever it is refused, and never passes when it should be', () => {
    const matches = (body: unknown): boolean => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
      const { name = null, seats = 1, metadata = {}, ...unknown } = body as Record<string, unknown>;
      const isName = name === null || (typeof name === 'string' && /^[a-z]{1,5}$/.test(name));
      const isMetadata =
        typeof metadata === 'object' &&
        metadata !== null &&
        !Array.isArray(metadata) &&
        Object.values(metadata).every((v) => typeof v === 'string');
      return (
        isName && Number.isInteger(seats) && (seats as number) >= 1 && isMetadata && Object.keys(unknown).length === 0
      );
    };
    const word = fc.stringMatching(/^[a-z]{0,6}$/);
    const value = fc.oneof(
      word,
      fc.integer({ min: -1, max: 3 }),
      fc.constant(null),
      fc.constant(0.5),
      fc.dictionary(word, fc.oneof(word, fc.nat())),
    );
    const field = fc.oneof(fc.constantFrom('name', 'seats', 'metadata', '__proto__', 'constructor', 'toString'), word);
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(field, value), value, fc.array(value)), (body) => {
        const refusal = refusalOf(() => check(body));
        expect(refusal === undefined).toBe(matches(body));
        if (refusal !== undefined) expect(refusal.faults?.length).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is refused with the place as a JSON pointer', () => {
    const faults = refusalOf(() => check({ 'a/b~c': 1, metadata: { 'd/e': 1 } }))?.faults;
    expect(faults).toEqual(
      expect.arrayContaining([
        { path: '/a~1b~0c', message: 'is not a known field' },
        { path: '/metadata/d~1e', message: 'must be a string' },
      ]),
    );
    expect(faults).toHaveLength(2);
  });

  test('may be as large as its schema says, in bytes', () => {
    const size = (bytes: number) => ({ metadata: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
    expect(refusalOf(() => check(size(8_192)))).toBeUndefined();
    expect(refusalOf(() => check(size(8_193)))?.faults).toEqual([
      { path: '/metadata', message: 'must be at most 8192 bytes as JSON' },
    ]);
  });
});

describe('parameters', () => {
  const read = parameterValidator(
    Type.Object(
      {
        limit: Type.Optional(Type.Integer({ minimum: 1 })),
        force: Type.Optional(Type.Boolean()),
        q: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  );

  test('whole numbers are read as numbers, and nothing else is', () => {
    expect(read({ limit: '12', q: '12' })).toEqual({ limit: 12, q: '12' });
    expect(read({})).toEqual({});
  });

  test('true and false are read as such, and nothing else is', () => {
    expect(read({ force: 'true', q: 'true' })).toEqual({ force: true, q: 'true' });
    expect(read({ force: 'false' })).toEqual({ force: false });
    for (const force of ['', '1', 'yes', 'TRUE', ['true', 'true']])
      expect(refusalOf(() => read({ force }))).toMatchObject({ values: { parameter: 'force' } });
  });

  test.for(['', ' 1', '1.0', '1e3', '0x1', '+1', '1_000', 'NaN', 'Infinity', '9'.repeat(20), ['1', '2'], '0', '-1'])(
    'limit=%j is refused',
    (limit) => {
      expect(refusalOf(() => read({ limit }))).toMatchObject({
        code: 'malformed_parameter',
        values: { parameter: 'limit' },
      });
    },
  );

  test('unknown ones are refused, however many', () => {
    for (const count of [1, 8, 9, 500]) {
      const unknown = Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '']));
      expect(refusalOf(() => read(unknown))).toMatchObject({
        values: { parameter: 'p0', fault: 'is not a known field' },
      });
    }
  });

  test('what was given is not changed', () => {
    const given = { limit: '12' };
    read(given);
    expect(given).toEqual({ limit: '12' });
  });
});
