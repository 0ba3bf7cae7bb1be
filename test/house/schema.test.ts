import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { describeSchema } from '../setup/describe-schema.ts';

test('the migrations lead to the schema that is written down', async () => {
  const client = new pg.Client({ ...inject('postgres'), database: inject('templateDatabase') });
  await client.connect();
  try {
    const text = await describeSchema(client);
    await expect(text).toMatchFileSnapshot('../../server/database/schema.sql');
  } finally {
    await client.end();
  }
});
