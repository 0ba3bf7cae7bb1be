import type { Command } from 'commander';
import { type Plan, planStore } from '../organisations/plan-store.ts';
import { CommandError } from './command-error.ts';
import { positive } from './organisations.ts';
import { type Output, table } from './output.ts';
import { withDatabase } from './with-database.ts';

const lines = (plans: readonly Plan[]): string =>
  table(
    ['NAME', 'CONCURRENT HALLS', 'PARTICIPANTS', 'MAX SECONDS', 'REQUESTS/MIN', 'CREATES/MIN', 'JOINS/MIN'],
    plans.map((plan) => [
      plan.name,
      String(plan.max_concurrent_halls),
      String(plan.max_participants_per_hall),
      String(plan.max_duration_seconds),
      String(plan.limit_requests),
      String(plan.limit_create),
      String(plan.limit_join),
    ]),
  );

const present = ({ limit_requests: requests, limit_create: create, limit_join: join, ...plan }: Plan) => ({
  ...plan,
  rate_limits: { requests, create, join },
});

const list = (output: Output) => () =>
  withDatabase(async (database) => {
    const plans = await planStore(database).list();
    output.result(plans.map(present), lines(plans));
  });

type SetOptions = {
  maxConcurrentHalls?: number;
  maxParticipantsPerHall?: number;
  maxDurationSeconds?: number;
  requests?: number;
  create?: number;
  join?: number;
};

const given = (plan: string, option: string, value: number | undefined): number => {
  if (value === undefined) throw new CommandError(`The plan "${plan}" is new: give ${option} as well.`);
  return value;
};

/** The specification's limits hold for a new plan that names no others. */
const specified = { requests: 100, create: 10, join: 60 };

const set = (output: Output) => (name: string, options: SetOptions) =>
  withDatabase(async (database) => {
    const plans = planStore(database);
    const before = await plans.find(name);
    const seconds = options.maxDurationSeconds ?? before?.max_duration_seconds;
    if (seconds !== undefined && (seconds < 60 || seconds > 86_400)) {
      throw new CommandError('--max-duration-seconds takes 60 to 86400.');
    }
    const plan = await plans.put({
      name,
      max_concurrent_halls: given(
        name,
        '--max-concurrent-halls',
        options.maxConcurrentHalls ?? before?.max_concurrent_halls,
      ),
      max_participants_per_hall: given(
        name,
        '--max-participants-per-hall',
        options.maxParticipantsPerHall ?? before?.max_participants_per_hall,
      ),
      max_duration_seconds: given(name, '--max-duration-seconds', seconds),
      limit_requests: options.requests ?? before?.limit_requests ?? specified.requests,
      limit_create: options.create ?? before?.limit_create ?? specified.create,
      limit_join: options.join ?? before?.limit_join ?? specified.join,
    });
    output.result(present(plan), lines([plan]));
  });

export const planCommands = (program: Command, output: () => Output): void => {
  const plans = program.command('plans').description('what organisations may use');
  plans
    .command('list')
    .description('list all plans')
    .action(() => list(output())());
  plans
    .command('set <name>')
    .description('make a plan, or change the given limits of one; in force within one second')
    .option('--max-concurrent-halls <N>', 'halls that may be open at once', positive)
    .option('--max-participants-per-hall <N>', 'the most that max_participants may be', positive)
    .option('--max-duration-seconds <N>', 'the longest that a hall may stay open, 60 to 86400', positive)
    .option('--requests <N>', 'requests of one key in 60 seconds', positive)
    .option('--create <N>', 'halls created by one organisation in 60 seconds', positive)
    .option('--join <N>', 'joins of one hall in 60 seconds', positive)
    .action((name: string, options: SetOptions) => set(output())(name, options));
};
