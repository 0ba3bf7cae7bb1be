import { Type } from 'typebox';
import { Time } from '../../schemas.ts';

const shown = {
  endpoint: Type.String({ maxLength: 512, examples: ['https://s3.eu-central-1.amazonaws.com'] }),
  region: Type.String({ maxLength: 64, examples: ['eu-central-1'] }),
  bucket: Type.String({ maxLength: 63, examples: ['school-recordings'] }),
  access_key_id: Type.String({ maxLength: 256, examples: ['AKIAIOSFODNN7EXAMPLE'] }),
};

export const StorageSettings = Type.Object({
  ...shown,
  prefix: Type.String({ description: 'In front of every key; empty for none.' }),
  path_style: Type.Boolean({ description: "Whether the bucket's name stands in the path." }),
  updated_at: Time('When they were set.'),
});

export const StorageChange = Type.Object(
  {
    ...shown,
    prefix: Type.Optional(Type.String({ maxLength: 256 })),
    path_style: Type.Optional(Type.Boolean()),
    secret_access_key: Type.String({ maxLength: 1024, description: 'It is encrypted, and never shown again.' }),
  },
  { additionalProperties: false },
);

export const StorageTestResult = Type.Object({
  ok: Type.Boolean(),
  step: Type.Optional(Type.String({ description: 'What was tried when it failed: write, read or delete.' })),
  fault: Type.Optional(Type.String({ description: 'A word for programs, as access_denied.' })),
  detail: Type.Optional(Type.String({ description: 'What failed and what to do, in a sentence.' })),
});
