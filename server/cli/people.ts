import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeLink } from '../people/make-link.ts';
import { personStore } from '../people/person-store.ts';
import { setUpLink } from '../people/set-up-link.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';

const linkText = (what: string, { url, expiresAt }: { url: string; expiresAt: Date }): string =>
  `${what}, once, until ${expiresAt.toISOString()}:\n\n${url}`;

const makeSetUpLink = (output: Output) => (options: { organisation?: string }) =>
  withDatabase(async (database) => {
    const made = await setUpLink(database, readConfig(process.env).baseUrl, options.organisation);
    output.result(
      { url: made.url, expires_at: made.expiresAt.toISOString() },
      linkText('Makes its holder an operator of this installation', made),
    );
  });

const makeResetLink = (output: Output) => (email: string, options: { secondFactor: boolean }) =>
  withDatabase(async (database) => {
    const people = personStore(database);
    const person = await people.findByEmail(email.toLowerCase());
    if (person === undefined) throw new CommandError(`Nobody here has the address "${email}".`);
    if (!options.secondFactor) await people.removeSecondFactor(person.id);
    const made = await makeLink(database, readConfig(process.env).baseUrl, { kind: 'reset', person_id: person.id });
    output.result(
      { url: made.url, expires_at: made.expiresAt.toISOString() },
      linkText(`Lets ${person.email} choose a new password`, made),
    );
  });

export const peopleCommands = (program: Command, output: () => Output): void => {
  const people = program.command('people').description('people who sign in to the dashboard');
  people
    .command('set-up-link')
    .description('make a link whose holder becomes an operator; earlier ones end')
    .option('--organisation <id>', 'and owner of this organisation')
    .action((options: { organisation?: string }) => makeSetUpLink(output())(options));
  people
    .command('reset-link <email>')
    .description('make a link to choose a new password')
    .option('--no-second-factor', 'for somebody who lost it: also remove the second factor')
    .action((email: string, options: { secondFactor: boolean }) => makeResetLink(output())(email, options));
};
