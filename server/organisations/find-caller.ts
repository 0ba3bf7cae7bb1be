import type { RefusalCode } from '../errors.ts';
import { repeat } from '../rounds.ts';
import { isWellFormedKey, keyDigest } from './api-key.ts';
import type { CallerRow, KeyStore } from './key-store.ts';

/** Whose key this is and the limits that hold for them at this moment. */
export type KeyHolder = {
  readonly organisationId: string;
  readonly keyId: string;
  readonly limits: { readonly requests: number; readonly create: number; readonly join: number };
  /** Why nobody may act for the organisation; absent when all may. */
  readonly suspended?: string;
};

/** At once for a key that was seen before; the code of the refusal when it is nobody's. */
export type FindCaller = (key: string) => KeyHolder | RefusalCode | Promise<KeyHolder | RefusalCode>;

export type Callers = {
  find: FindCaller;
  /** One round of the loop: forgets everybody if anything about anybody changed, and notes which keys were used. */
  tick(): Promise<void>;
  stop(): Promise<void>;
};

/** A revoked key is refused, and a new limit in force, everywhere within one second: ask this often … */
const betweenMilliseconds = 400;
/** … and believe what was last heard no longer than this. Then the database is asked for each request again. */
const believedMilliseconds = 900;
const mostCallers = 50_000;
/** last_used_at is for people, so some seconds are exact enough. */
const touchMilliseconds = 10_000;

const callerOf = (row: CallerRow): KeyHolder => ({
  organisationId: row.organisation_id,
  keyId: row.key_id,
  limits: { requests: row.requests, create: row.create, join: row.join },
  ...(row.suspended_reason === null ? {} : { suspended: row.suspended_reason }),
});

/**
 * Remembers callers, so that a known key costs no round trip. The loop: asks the one row that every change of a key or a
 * limit counts up; when it has risen, forgets all; when it cannot be asked, what is remembered is not believed
 * `believedMilliseconds` after the last answer. An unknown key is never remembered as unknown.
 */
export const rememberCallers = (
  keys: KeyStore,
  clock: { now(): number },
  onError: (error: unknown) => void,
): Callers => {
  const remembered = new Map<string, KeyHolder>();
  const lookups = new Map<string, Promise<KeyHolder | RefusalCode>>();
  let used = new Set<string>();
  let version = '';
  let heardAt = Number.NEGATIVE_INFINITY;
  let touchedAt = clock.now();

  const remember = (digest: string, caller: KeyHolder): void => {
    const [oldest] = remembered.keys();
    if (remembered.size >= mostCallers && oldest !== undefined) remembered.delete(oldest);
    remembered.set(digest, caller);
  };

  const lookUp = async (digest: string): Promise<KeyHolder | RefusalCode> => {
    const versionBefore = version;
    const row = await keys.findCaller(Buffer.from(digest, 'hex'));
    if (row === undefined) return 'key_invalid';
    const caller = callerOf(row);
    // Something changed while this was on its way: it is right for this request and may be stale for the next.
    if (version === versionBefore) remember(digest, caller);
    used.add(caller.keyId);
    return caller;
  };

  const find: FindCaller = (key) => {
    const digest = keyDigest(key);
    const known = clock.now() - heardAt < believedMilliseconds ? remembered.get(digest) : undefined;
    if (known !== undefined) {
      used.add(known.keyId);
      return known;
    }
    if (!isWellFormedKey(key)) return 'key_invalid';
    // Many requests with one key that is not remembered share one look-up.
    const underWay = lookups.get(digest);
    if (underWay !== undefined) return underWay;
    const lookup = lookUp(digest).finally(() => lookups.delete(digest));
    lookups.set(digest, lookup);
    return lookup;
  };

  const touch = async (): Promise<void> => {
    const justUsed = used;
    used = new Set();
    touchedAt = clock.now();
    if (justUsed.size > 0) await keys.touch(justUsed);
  };

  const tick = async (): Promise<void> => {
    const askedAt = clock.now();
    const now = await keys.callersVersion();
    if (now !== version) remembered.clear();
    version = now;
    heardAt = askedAt;
    if (clock.now() - touchedAt >= touchMilliseconds) await touch();
  };

  const rounds = repeat(() => tick().catch(onError), {
    betweenMilliseconds,
    onEnd: () => touch().catch(onError),
  });

  return {
    find,
    tick,
    stop: rounds.stop,
  };
};
