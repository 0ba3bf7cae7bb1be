import autocannon from 'autocannon';
import { median } from './figure.ts';

export const connections = 16;

/** What two contenders reached in rounds by turns, so that whatever else the machine does meets both. */
export type Contest = { readonly ours: number; readonly theirs: number; readonly ratio: number };

/** Runs both in each round, neither always first, and takes the medians: of each, and of the rounds' ratios. */
export const contest = async (
  rounds: number,
  ours: (round: number) => Promise<number>,
  theirs: (round: number) => Promise<number>,
): Promise<Contest> => {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await ours(round);
      pairs.push({ ours: first, theirs: await theirs(round) });
    } else {
      const first = await theirs(round);
      pairs.push({ theirs: first, ours: await ours(round) });
    }
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
};

/** How long one call takes, in milliseconds. */
const timeOf = async (call: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await call();
  return performance.now() - began;
};

/** p50 of calls one at a time, in milliseconds, the contenders call by call in turns. The first fifth warms up. */
export const contestOfCalls = async (
  calls: number,
  ours: (number: number) => Promise<unknown>,
  theirs: (number: number) => Promise<unknown>,
): Promise<Contest> => {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let number = 0; number < calls; number++) {
    times.ours.push(await timeOf(() => ours(number)));
    times.theirs.push(await timeOf(() => theirs(number)));
  }
  const warm = Math.floor(calls / 5);
  const p50 = { ours: median(times.ours.slice(warm)), theirs: median(times.theirs.slice(warm)) };
  return { ...p50, ratio: p50.ours / p50.theirs };
};

/** Calls a second, so many at a time. */
export const callsPerSecond = async (milliseconds: number, call: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      await call();
      done++;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return (done * 1_000) / (performance.now() - began);
};

/** Sends these requests over kept connections, each with its share of them. Whatever is not answered 2xx is an error. */
const send = async (
  url: string,
  requests: readonly autocannon.Request[],
  until: { duration: number } | { amount: number },
): Promise<autocannon.Result> => {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    ...until,
    setupClient: (client) => {
      const own = connection++;
      client.setRequests(requests.filter((_, index) => index % connections === own).map((request) => ({ ...request })));
    },
  });
  if (result.errors + result.non2xx > 0) {
    throw new Error(`${result.errors} requests to ${url} failed and ${result.non2xx} were refused`);
  }
  return result;
};

export const requestsPerSecond = async (
  url: string,
  seconds: number,
  requests: readonly autocannon.Request[],
): Promise<number> => {
  const result = await send(url, requests, { duration: seconds });
  return result['2xx'] / result.duration;
};

/** Each request once: the server has compiled its code and knows every caller when the measurement begins. */
export const warmUp = async (url: string, requests: readonly autocannon.Request[]): Promise<void> => {
  await send(url, requests, { amount: requests.length });
};

/** So many items from the list, from a place on that moves with each round, so that no key is asked for too often. */
export const slice = <T>(items: readonly T[], round: number, size: number): T[] =>
  Array.from(
    { length: Math.min(size, items.length) },
    (_, index) => items[(round * size + index) % items.length],
  ).filter((item) => item !== undefined);
