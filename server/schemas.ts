import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

/** Text that PostgreSQL can keep: no NUL, no half of a surrogate pair. The format is checked in validate.ts. */
const text = { format: 'text' };

export const Text = (options: { minLength: number; maxLength: number; description: string; examples?: string[] }) =>
  Type.String({ ...text, ...options });

/** Also null. Written as a list of types, which serialises without trying alternatives. */
export const Nullable = <S extends TSchema & { type: string }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...('enum' in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  });

/** One of these words. */
export const Choice = <T extends string>(choices: readonly T[], options: { description?: string } = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...choices], ...options }) as TUnsafe<T> & { type: 'string' };

export const Time = (description: string) => Type.String({ format: 'date-time', description });

/** The caller's own notes: up to 50 string values, 8 KiB as JSON in all. */
export const MetadataSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', ...text },
  propertyNames: text,
  maxProperties: 50,
  'x-maxBytes': 8192,
  description: 'Your own notes: up to 50 string values, 8 KiB in all.',
  examples: [{ course: 'algebra-2' }],
});

export const MetadataShown = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Your own notes.',
});

export const NoBody = Type.Object({}, { additionalProperties: false });

/** A page of a list. The cursor is opaque and costs the same at any depth. */
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item),
    next_cursor: Nullable(
      Type.String({ description: 'Give it as cursor to get the next page; null on the last one.' }),
    ),
  });

export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many to return.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: "The previous page's next_cursor." })),
};

export const ErrorBody = Type.Object({
  detail: Type.String({ description: 'What happened and what to do, for people.' }),
  code: Type.String({ description: 'The same fact for programs; it does not change.' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'A JSON pointer into the body.' }),
        message: Type.String(),
      }),
      { description: 'With 422: each place that does not match.' },
    ),
  ),
});
