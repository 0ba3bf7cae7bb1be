import { readFileSync } from 'node:fs';
import type { Redis, Result } from 'ioredis';
import { judge, windowMicroseconds } from './verdict.ts';
import type { Scope, Verdict, Windows } from './windows.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    admitInWindows(...args: (string | number)[]): Result<number[], Context>;
  }
}

const lua = readFileSync(new URL('admit.lua', import.meta.url), 'utf8');

export interface RedisWindows extends Windows {
  admit(scopes: readonly Scope[]): Promise<Verdict>;
}

/**
 * The windows of all instances that use this Redis, by its clock; one round trip a request. Rejects as the client does.
 * `testClock` gives microseconds in place of Redis's clock; Hall itself never passes it.
 */
export const redisWindows = (redis: Redis, testClock?: () => number): RedisWindows => {
  redis.defineCommand('admitInWindows', { lua });
  return {
    async admit(scopes) {
      const keys = scopes.map((scope) => `hall:window:${scope.key}`);
      const limits = scopes.map((scope) => scope.limit);
      const time = testClock === undefined ? [] : [testClock()];
      const reply = await redis.admitInWindows(keys.length, ...keys, windowMicroseconds, ...limits, ...time);
      const number = numbers(reply);
      const reading = number(0);
      const tallies = scopes.map((scope, index) => ({
        scope,
        count: number(2 * index + 1),
        counted: number(2 * index + 2),
      }));
      return judge(tallies, reading);
    },
  };
};

const numbers =
  (reply: readonly number[]) =>
  (index: number): number => {
    const number = reply[index];
    if (number === undefined) throw new Error(`admit.lua returned ${reply.length} numbers, too few`);
    return number;
  };
