import type { FastifyReply, FastifyRequest } from 'fastify';
import { HallError } from '../errors.ts';
import { type Scope, type Verdict, type Windows, windowSeconds } from '../limits/windows.ts';
import type { Caller, RouteLimit } from './route.ts';

/** Requests of one client address without a valid key in any 60 seconds. shared/api.md, rate limits. */
const addressLimit = 100;

/** One household or server has a whole /64 of IPv6 to guess from, so that counts as one address. */
const addressBucket = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
};

const scopesOf = (caller: Caller, limit: RouteLimit | undefined, hallId: string | undefined): Scope[] => {
  const { organisationId, limits } = caller;
  const scopes: Scope[] = [{ name: 'requests', key: `{${organisationId}}:${caller.keyId}`, limit: limits.requests }];
  if (limit === 'create') scopes.push({ name: 'create', key: `{${organisationId}}:create`, limit: limits.create });
  // The organisation is part of the bucket's name, so a stranger who knows a hall's id spends nothing but his own.
  if (limit === 'join')
    scopes.push({ name: 'join', key: `{${organisationId}}:join:${hallId ?? ''}`, limit: limits.join });
  return scopes;
};

export type Limits = {
  /** Counts the request of a caller; throws a 429 when a window is full. At once, unless the windows are elsewhere. */
  caller(
    reply: FastifyReply,
    caller: Caller,
    limit: RouteLimit | undefined,
    hallId: string | undefined,
  ): void | Promise<void>;
  /** Counts a request without a valid key by its client's address; throws a 429 when the window is full. */
  address(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/** Told of each request that was counted: by which window it was refused, if it was, and whose it is, if anybody's. */
export type OnCounted = (refusedBy: Scope['name'] | undefined, caller: Caller | undefined) => void;

export const rateLimits = (windows: Windows, onCounted: OnCounted): Limits => {
  const pass = (reply: FastifyReply, verdict: Verdict, caller: Caller | undefined): void => {
    reply
      .header('x-ratelimit-limit', verdict.limit)
      .header('x-ratelimit-remaining', verdict.remaining)
      .header('x-ratelimit-reset', verdict.resetAt);
    onCounted(verdict.admitted ? undefined : verdict.scope, caller);
    if (verdict.admitted) return;
    const seconds = verdict.retryAfterSeconds;
    throw new HallError('rate_limited', { values: { seconds }, retryAfterSeconds: seconds });
  };
  const admit = (reply: FastifyReply, scopes: readonly Scope[], caller?: Caller): void | Promise<void> => {
    const verdict = windows.admit(scopes);
    return verdict instanceof Promise
      ? verdict.then((late) => pass(reply, late, caller))
      : pass(reply, verdict, caller);
  };
  return {
    caller: (reply, caller, limit, hallId) => admit(reply, scopesOf(caller, limit, hallId), caller),
    address: async (request, reply) =>
      admit(reply, [{ name: 'address', key: `{${addressBucket(request.ip)}}`, limit: addressLimit }]),
  };
};

/** What the three headers say where nothing could be counted: of a connection whose request could not even be read. */
export const uncountedHeaders = (unixSeconds: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(addressLimit),
  'X-RateLimit-Remaining': String(addressLimit),
  'X-RateLimit-Reset': String(Math.ceil(unixSeconds) + windowSeconds),
});
