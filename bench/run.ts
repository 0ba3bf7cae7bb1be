import { cpus, loadavg } from 'node:os';
import { benchCreate } from './create.ts';
import { benchEvents } from './events.ts';
import { type Figure, figureLine } from './figure.ts';
import { benchFlat } from './flat.ts';
import { benchGet } from './get.ts';
import { type Ground, openGround } from './ground.ts';
import { benchJoin } from './join.ts';
import { benchSweep } from './sweep.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWindows } from './windows.ts';

/*
 * npm run bench [-- create get join windows flat events sweep webhooks]: measures, prints each figure with its target, and writes nothing.
 * It ends by itself within ten minutes, and with all of its servers and folders when it is interrupted or fails.
 */

type Bench = (stack: AsyncDisposableStack, ground: Ground) => Promise<Figure[]>;

const benches: Readonly<Record<string, Bench>> = {
  create: benchCreate,
  get: benchGet,
  join: benchJoin,
  // In this process and a Redis of its own.
  windows: benchWindows,
  flat: benchFlat,
  events: benchEvents,
  sweep: benchSweep,
  webhooks: benchWebhooks,
};

const longestMilliseconds = 180_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The words of a target are `at least N` or `at most N`. */
const verdict = ({ value, target }: Figure): string => {
  const [, which, bound] = /^at (least|most) ([\d.]+)$/.exec(target ?? '') ?? [];
  if (bound === undefined) return '';
  const isMet = which === 'least' ? value >= Number(bound) : value <= Number(bound);
  return isMet ? '  met' : '  MISSED';
};

const machine = (): string => {
  const [first] = cpus();
  const load = loadavg().map((average) => average.toFixed(1));
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, Node ${process.version}, load ${load.join(' ')}`;
};

/** One benchmark with servers of its own, which end with it. */
const measure = async (all: AsyncDisposableStack, ground: Ground, bench: Bench): Promise<void> => {
  const own = all.use(new AsyncDisposableStack());
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, longestMilliseconds, new Error(`not done after ${longestMilliseconds / 1000} s`));
  try {
    const figures = await Promise.race([bench(own, ground), overdue]);
    for (const figure of figures) say(`${figureLine(figure)}${verdict(figure)}`);
  } finally {
    clearTimeout(timer);
    await own.disposeAsync();
  }
};

const run = async (all: AsyncDisposableStack, names: readonly string[]): Promise<void> => {
  say(machine());
  const ground = await openGround(all, (message) => say(`  ${message}`));
  for (const name of names) {
    const bench = benches[name];
    if (bench === undefined) continue;
    say('');
    await measure(all, ground, bench);
  }
  say(`\n${machine()}`);
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => benches[name] === undefined);
if (unknown !== undefined) {
  say(`There is no benchmark "${unknown}"; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const all = new AsyncDisposableStack();
const { promise: interrupted, reject: interrupt } = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt(new Error(signal)));
let exitCode = 0;
try {
  await Promise.race([run(all, asked.length === 0 ? Object.keys(benches) : asked), interrupted]);
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  exitCode = 1;
}
await all.disposeAsync().catch((error: unknown) => say(String(error)));
// What was interrupted may still wait for an answer that will not come.
process.exit(exitCode);
