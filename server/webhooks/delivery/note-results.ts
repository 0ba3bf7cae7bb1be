import type { Line } from './line.ts';
import type { QueueStore } from './queue-store.ts';
import type { Result, ResultStore } from './result-store.ts';
import type { Outcome } from './send-attempt.ts';

/** So many at once; the statement grows with what was answered. */
const batch = 500;

/** An endpoint that has failed for so long and never succeeded is disabled. */
const longestFailureMilliseconds = 5 * 24 * 3_600_000;

export type Settled = { readonly line: Line; readonly outcome: Outcome; readonly result: Result };

type Parts = {
  queues: Pick<QueueStore, 'noteHealth' | 'disable'>;
  results: ResultStore;
  clock: { now(): number };
  onDisabled: (endpoint: { id: string; organisation_id: string }, reason: string) => void;
  /** The endpoint is not sent to any more. */
  lose: (line: Line) => void;
};

/** Results wait here until the one statement before has come back: the busier it is, the more of them share a statement. */
export const noteResults = ({ queues, results, clock, onDisabled, lose }: Parts) => {
  let unnoted: Settled[] = [];

  const isToBeDisabled = ({ line, outcome }: Settled): 'gone' | 'failing' | undefined => {
    if (outcome.status === 410) return 'gone';
    const since = line.endpoint.failing_since;
    const isLong = since !== null && clock.now() - since.getTime() > longestFailureMilliseconds;
    return outcome.result !== 'delivered' && isLong ? 'failing' : undefined;
  };

  const disable = async (settled: Settled): Promise<void> => {
    const reason = isToBeDisabled(settled);
    if (reason === undefined) return;
    const { endpoint } = settled.line;
    lose(settled.line);
    if (await queues.disable(endpoint.id, reason)) onDisabled(endpoint, reason);
  };

  /** Written only where it changes: a success after failures, the first failure after a success. */
  const noteHealth = async (some: readonly Settled[]): Promise<void> => {
    const isWell = new Map<Line, boolean>();
    for (const { line, outcome } of some) isWell.set(line, isWell.get(line) === true || outcome.result === 'delivered');
    const changed = [...isWell].filter(([line, well]) => well === (line.endpoint.failing_since !== null));
    if (changed.length === 0) return;
    const idsOf = (which: boolean) => changed.filter(([, well]) => well === which).map(([line]) => line.endpoint.id);
    await queues.noteHealth(idsOf(false), idsOf(true));
    const now = new Date(clock.now());
    for (const [line, well] of changed) line.endpoint = { ...line.endpoint, failing_since: well ? null : now };
  };

  const noteSome = async (): Promise<void> => {
    const some = unnoted.slice(0, batch);
    await results.note(some.map(({ result }) => result));
    unnoted = unnoted.slice(some.length);
    for (const { line, result } of some) line.known.delete(result.id);
    await noteHealth(some);
    for (const settled of some) await disable(settled);
  };

  return {
    add: (settled: Settled): void => void unnoted.push(settled),
    waiting: (): number => unnoted.length,
    /** One statement's worth: whoever has more to do than noting comes back. */
    flush: async (): Promise<void> => {
      if (unnoted.length > 0) await noteSome();
    },
    flushAll: async (): Promise<void> => {
      while (unnoted.length > 0) await noteSome();
    },
  };
};
