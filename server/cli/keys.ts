import type { Command } from 'commander';
import type { Database } from '../database/tables.ts';
import { hashKey, isWellFormedKey } from '../organisations/api-key.ts';
import { createKey } from '../organisations/create-key.ts';
import { type KeyRow, keyStore } from '../organisations/key-store.ts';
import { organisationStore } from '../organisations/organisation-store.ts';
import { CommandError } from './command-error.ts';
import { type Output, table } from './output.ts';
import { withDatabase } from './with-database.ts';

const assertOrganisation = async (database: Database, id: string): Promise<void> => {
  if ((await organisationStore(database).find(id)) === undefined) {
    throw new CommandError(`There is no organisation "${id}". See: hall organisations list`);
  }
};

const present = (row: KeyRow) => ({
  id: row.id,
  organisation_id: row.organisation_id,
  name: row.name,
  ends_with: row.hint,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

const create = (output: Output) => (options: { organisation: string; name: string }) =>
  withDatabase(async (database) => {
    await assertOrganisation(database, options.organisation);
    const { id, key } = await createKey(keyStore(database))(options.organisation, options.name);
    const made = { id, key };
    // Also without --json: it is shown this once, and scripts read it.
    output.result(made, JSON.stringify(made));
  });

const list = (output: Output) => (options: { organisation: string }) =>
  withDatabase(async (database) => {
    await assertOrganisation(database, options.organisation);
    const keys = (await keyStore(database).list(options.organisation)).map(present);
    const rows = keys.map((key) => [
      key.id,
      key.name,
      `…${key.ends_with}`,
      key.created_at,
      key.last_used_at ?? 'never',
      key.revoked_at === null ? 'valid' : `revoked ${key.revoked_at}`,
    ]);
    output.result(keys, table(['ID', 'NAME', 'ENDS WITH', 'CREATED', 'LAST USED', 'STATE'], rows));
  });

const revoke = (output: Output) => (given: string) =>
  withDatabase(async (database) => {
    const keys = keyStore(database);
    const id = isWellFormedKey(given) ? (await keys.findCaller(hashKey(given)))?.key_id : given;
    const row = id === undefined ? undefined : await keys.revoke(id);
    if (row === undefined) throw new CommandError('There is no such key. Give its id (key_…); see: hall keys list');
    output.result(present(row), `${row.id} is revoked; every instance refuses it within one second.`);
  });

export const keyCommands = (program: Command, output: () => Output): void => {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--organisation <id>', 'whose key it is')
    .requiredOption('--name <name>', 'what it is for')
    .action((options: { organisation: string; name: string }) => create(output())(options));
  keys
    .command('list')
    .description('list the keys of an organisation')
    .requiredOption('--organisation <id>', 'whose keys')
    .action((options: { organisation: string }) => list(output())(options));
  keys
    .command('revoke <key>')
    .description('refuse a key from now on; give its id or the key itself')
    .action((key: string) => revoke(output())(key));
};
