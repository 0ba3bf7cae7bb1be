import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../database/tables.ts';
import { createOrganisation } from '../organisations/create-organisation.ts';
import { type EffectiveRow, type OwnLimits, organisationStore } from '../organisations/organisation-store.ts';
import { planStore } from '../organisations/plan-store.ts';
import { CommandError } from './command-error.ts';
import { type Output, table } from './output.ts';
import { withDatabase } from './with-database.ts';

const isIn = (text: string, low: number): number => {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < low)
    throw new InvalidArgumentError(`Give a whole number of at least ${low}.`);
  return number;
};

export const positive = (text: string): number => isIn(text, 1);

const limitColumns = { requests: 'limit_requests', create: 'limit_create', join: 'limit_join' } as const;

/** Reads `requests=500` and the like; several options add up. */
const rateLimit = (text: string, before: Partial<OwnLimits> = {}): Partial<OwnLimits> => {
  const [name, value = ''] = text.split('=');
  if (name !== 'requests' && name !== 'create' && name !== 'join') {
    throw new InvalidArgumentError('Give requests=N, create=N or join=N; N is per 60 seconds, plan takes it back.');
  }
  return { ...before, [limitColumns[name]]: value === 'plan' ? null : positive(value) };
};

/** Not null for the plan's: Commander takes that for a value that is missing. */
const orPlan = (text: string): number | 'plan' => (text === 'plan' ? 'plan' : positive(text));

/** The name of a plan that exists; the error names those that do. */
export const existingPlan = async (database: Database, name: string): Promise<string> => {
  const plans = await planStore(database).list();
  if (plans.some((plan) => plan.name === name)) return name;
  throw new CommandError(`There is no plan "${name}". There are: ${plans.map((plan) => plan.name).join(', ')}.`);
};

const present = (row: EffectiveRow) => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  max_concurrent_halls: row.max_concurrent_halls,
  rate_limits: { requests: row.limit_requests, create: row.limit_create, join: row.limit_join },
  open_halls: row.open_halls,
  logo_url: row.logo_url,
  colour: row.colour,
  created_at: row.created_at.toISOString(),
});

const lines = (rows: readonly EffectiveRow[]): string =>
  table(
    ['ID', 'NAME', 'PLAN', 'OPEN HALLS', 'REQUESTS/MIN', 'CREATES/MIN', 'JOINS/MIN'],
    rows.map((row) => [
      row.id,
      row.name,
      row.plan,
      `${row.open_halls} of ${row.max_concurrent_halls}`,
      String(row.limit_requests),
      String(row.limit_create),
      String(row.limit_join),
    ]),
  );

const show = async (database: Database, id: string): Promise<EffectiveRow> => {
  const row = await organisationStore(database).find(id);
  if (row === undefined) throw new CommandError(`There is no organisation "${id}". See: hall organisations list`);
  return row;
};

const create = (output: Output) => (options: { name: string; plan: string }) =>
  withDatabase(async (database) => {
    const plan = await existingPlan(database, options.plan);
    const made = await createOrganisation(organisationStore(database))({ name: options.name, plan });
    const row = await show(database, made.id);
    output.result(present(row), `${row.id}  ${row.name}  ${row.plan}`);
  });

const list = (output: Output) => () =>
  withDatabase(async (database) => {
    const rows = await organisationStore(database).list();
    output.result(rows.map(present), lines(rows));
  });

type UpdateOptions = {
  name?: string;
  plan?: string;
  rateLimit?: Partial<OwnLimits>;
  maxConcurrentHalls?: number | 'plan';
  logoUrl?: string | 'none';
  colour?: string | 'none';
};

/** What the people in an organisation's halls see of it. */
const logoUrl = (text: string): string => {
  if (text === 'none') return text;
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new InvalidArgumentError('Give an https:// address of a picture, or none.');
  return new URL(text).href;
};

const colour = (text: string): string => {
  if (text !== 'none' && !/^#[0-9a-f]{6}$/i.test(text)) throw new InvalidArgumentError('Give #rrggbb, or none.');
  return text.toLowerCase();
};

const brandOf = ({ logoUrl: logo, colour: tone }: UpdateOptions) => ({
  ...(logo === undefined ? {} : { logo_url: logo === 'none' ? null : logo }),
  ...(tone === undefined ? {} : { colour: tone === 'none' ? null : tone }),
});

const update = (output: Output) => (id: string, options: UpdateOptions) =>
  withDatabase(async (database) => {
    const { name, plan, rateLimit: limits, maxConcurrentHalls: halls } = options;
    const change = {
      ...limits,
      ...brandOf(options),
      ...(name === undefined ? {} : { name }),
      ...(plan === undefined ? {} : { plan: await existingPlan(database, plan) }),
      ...(halls === undefined ? {} : { max_concurrent_halls: halls === 'plan' ? null : halls }),
    };
    if (Object.keys(change).length === 0)
      throw new CommandError('Say what to change; see: hall organisations update --help');
    await show(database, id);
    await organisationStore(database).update(id, change);
    const row = await show(database, id);
    output.result(present(row), lines([row]));
  });

export const organisationCommands = (program: Command, output: () => Output): void => {
  const organisations = program.command('organisations').description('who may use this installation');
  organisations
    .command('create')
    .description('make an organisation')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--plan <plan>', 'free, pro, enterprise or a plan of yours')
    .action((options: { name: string; plan: string }) => create(output())(options));
  organisations
    .command('list')
    .description('list all, with the limits that apply to each')
    .action(() => list(output())());
  organisations
    .command('update <organisation>')
    .description('change the plan or agree on limits of its own; in force within one second')
    .option('--name <name>', 'what people call it')
    .option('--plan <plan>', 'another plan')
    .option(
      '--rate-limit <window=N>',
      'requests=N, create=N or join=N in 60 seconds; window=plan takes it back',
      rateLimit,
    )
    .option('--max-concurrent-halls <N>', "halls that may be open at once; plan takes it back to the plan's", orPlan)
    .option('--logo-url <url>', 'an https address of the picture that its halls show; none takes it away', logoUrl)
    .option('--colour <#rrggbb>', 'the colour of its halls; none takes it away', colour)
    .action((id: string, options: UpdateOptions) => update(output())(id, options));
};
