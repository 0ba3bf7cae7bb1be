import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { signingSecrets } from '../people/second-factor-secrets.ts';
import { sealWith } from '../sealed.ts';
import { rotateSecrets } from '../secrets/rotate-secrets.ts';
import { secretColumns } from '../secrets/secret-columns.ts';
import { secretStore } from '../secrets/secret-store.ts';
import { CommandError } from './command-error.ts';
import { type Output, table } from './output.ts';
import { withDatabase } from './with-database.ts';

const keysOf = (environment: NodeJS.ProcessEnv): { present: string; previous: string } => {
  const { SECRET_KEY: present, SECRET_KEY_PREVIOUS: previous } = readConfig(environment);
  if (present === undefined || previous === undefined || present === previous)
    throw new CommandError(
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one of until now, as every instance has them. ' +
        'The steps are in docs/operators.md, "Changing SECRET_KEY".',
    );
  return { present, previous };
};

const rotate = (output: Output) => () => {
  const { present, previous } = keysOf(process.env);
  return withDatabase(async (database) => {
    const secrets = secretColumns(sealWith(present, previous), signingSecrets(present, previous));
    const columns = await rotateSecrets(secretStore(database), secrets)();
    const rows = columns.map(({ column, rotated, unopened }) => [column, String(rotated), String(unopened)]);
    output.result(columns, table(['COLUMN', 'SEALED ANEW', 'NOT OPENED'], rows));
    const unopened = columns.reduce((sum, column) => sum + column.unopened, 0);
    if (unopened > 0)
      throw new CommandError(
        `${unopened} values were sealed with neither of the two keys and stay as they are. Keep SECRET_KEY_PREVIOUS, and run this with the key they were sealed with.`,
      );
  });
};

export const secretCommands = (program: Command, output: () => Output): void => {
  const secrets = program.command('secrets').description('what is encrypted in the database');
  secrets
    .command('rotate')
    .description('encrypt with SECRET_KEY what SECRET_KEY_PREVIOUS encrypted, beside running servers')
    .action(() => rotate(output())());
};
