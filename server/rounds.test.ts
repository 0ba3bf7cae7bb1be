import { execFile } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { type RepeatOptions, repeat } from './rounds.ts';

/** Longer than any test: whatever follows such a pause was not brought by time. */
const never = 3_600_000;

/** Rounds of which each goes on until the test ends it. */
const start = (options: Partial<RepeatOptions> = {}) => {
  const begun: PromiseWithResolvers<void>[] = [];
  let beginning = Promise.withResolvers<void>();
  const rounds = repeat(
    () => {
      const one = Promise.withResolvers<void>();
      begun.push(one);
      beginning.resolve();
      beginning = Promise.withResolvers();
      return one.promise;
    },
    { betweenMilliseconds: never, ...options },
  );
  onTestFinished(() => {
    const ended = rounds.stop();
    for (const { resolve } of begun) resolve();
    return ended;
  });
  return {
    rounds,
    begun,
    /** Resolves when so many rounds have begun. */
    reach: async (count: number): Promise<void> => {
      while (begun.length < count) await beginning.promise;
    },
  };
};

/** Long enough for everything that waits for nothing but other code. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first begins at once, the next when the one before and the pause are over', async () => {
  const { begun, reach } = start({ betweenMilliseconds: 20 });
  expect(begun).toHaveLength(0);
  await turn();
  expect(begun).toHaveLength(1);
  const ended = performance.now();
  begun[0]?.resolve();
  await turn();
  expect(begun).toHaveLength(1);
  await reach(2);
  // Timers count whole milliseconds and may be one early.
  expect(performance.now() - ended).toBeGreaterThan(18);
});

test('a wake ends the pause, once', async () => {
  const { rounds, begun, reach } = start();
  await reach(1);
  begun[0]?.resolve();
  await turn();
  expect(begun).toHaveLength(1);
  rounds.wake();
  rounds.wake();
  await reach(2);
  begun[1]?.resolve();
  await turn();
  expect(begun).toHaveLength(2);
});

test('after a wake during a round the next follows at once, never beside it', async () => {
  const { rounds, begun, reach } = start();
  await reach(1);
  rounds.wake();
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await reach(2);
  begun[1]?.resolve();
  await turn();
  expect(begun).toHaveLength(2);
});

test('stop waits for the round under way, then for the end, and no round follows', async () => {
  const told: string[] = [];
  const { rounds, begun, reach } = start({
    onEnd: async () => {
      await turn();
      told.push('end');
    },
  });
  await reach(1);
  expect(rounds.isStopping).toBe(false);
  rounds.wake();
  const stopped = rounds.stop().then(() => told.push('stopped'));
  expect(rounds.isStopping).toBe(true);
  await turn();
  expect(told).toEqual([]);
  begun[0]?.resolve();
  await stopped;
  expect(told).toEqual(['end', 'stopped']);
  await rounds.stop();
  expect(told).toEqual(['end', 'stopped']);
  expect(begun).toHaveLength(1);
});

test('stop ends the pause', async () => {
  const { rounds, begun, reach } = start();
  await reach(1);
  begun[0]?.resolve();
  await turn();
  await rounds.stop();
  expect(begun).toHaveLength(1);
});

test.for([{ betweenMilliseconds: 1 }, { betweenMilliseconds: never, afterFailureMilliseconds: 1 }])(
  'rounds that fail are told of when they begin to, and the next ones come: %o',
  async (options) => {
    const told: unknown[] = [];
    const { rounds, begun, reach } = start({ ...options, onError: (error) => void told.push(error) });
    for (const [index, error] of ['first', 'second', undefined, 'third'].entries()) {
      await reach(index + 1);
      if (error !== undefined) begun[index]?.reject(error);
      else {
        rounds.wake();
        begun[index]?.resolve();
      }
    }
    await reach(5);
    expect(told).toEqual(['first', 'third']);
  },
);

test('a wake does not shorten the pause after a failure; stop does', async () => {
  const { rounds, begun, reach } = start({
    betweenMilliseconds: 0,
    afterFailureMilliseconds: never,
    onError: () => {},
  });
  await reach(1);
  rounds.wake();
  begun[0]?.reject(new Error('away'));
  await turn();
  rounds.wake();
  await turn();
  expect(begun).toHaveLength(1);
  await rounds.stop();
});

/** What a process of its own tells, and its exit code. It stops in its second round if it has not ended before. */
const runAlone = async (options: string, during = ''): Promise<string> => {
  const script = `
    import { repeat } from ${JSON.stringify(new URL('./rounds.ts', import.meta.url).href)};
    let count = 0;
    const round = async () => {
      process.stdout.write('round ');
      count += 1;
      if (count === 2) void rounds.stop();
      ${during}
    };
    const rounds = repeat(round, { betweenMilliseconds: 100, ${options} });
    process.on('exit', (code) => process.stdout.write(String(code)));`;
  return new Promise((resolve) => {
    execFile('node', ['--input-type=module', '--eval', script], (_, stdout) => resolve(stdout));
  });
};

test('a process lives on for the sake of the next round only where that is asked', async () => {
  expect(await runAlone('')).toBe('round 0');
  expect(await runAlone('keepsAlive: true')).toBe('round round 0');
});

test('a failure that nobody is told of ends the process, as any unhandled rejection', async () => {
  expect(await runAlone('keepsAlive: true', "throw new Error('out of order');")).toBe('round 1');
});
