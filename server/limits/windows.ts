/** Every limit of the API counts over this long. The specification, part 8. */
export const windowSeconds = 60;

/** What is counted: one bucket and how many requests it admits in any 60 seconds. */
export type Scope = {
  readonly name: 'address' | 'requests' | 'create' | 'join' | 'sign_in';
  /** Names the bucket; the part in braces keeps one organisation's buckets on one node of a Redis cluster. */
  readonly key: string;
  /** A whole number. At 0 nothing is admitted, and `resetAt` is a minute away. */
  readonly limit: number;
};

/** What a response's three `X-RateLimit-*` headers say, and `Retry-After` when the request was refused. */
export type Verdict = {
  readonly admitted: boolean;
  /** The scope with the fewest requests left; when refused, the refusing scope with the longest wait. */
  readonly scope: Scope['name'];
  readonly limit: number;
  /** Requests left in the shown scope's window after this one; 0 when refused. */
  readonly remaining: number;
  /** Unix seconds, rounded up. Refused: the first second at which it would be admitted. Else: when the oldest counted request leaves. */
  readonly resetAt: number;
  /** Whole seconds until `resetAt`, at least 1 when refused, 0 when admitted. */
  readonly retryAfterSeconds: number;
};

/**
 * Exact sliding windows: no 60-second interval, wherever it begins, admits more than a scope's limit,
 * and one request is admitted as soon as the oldest counted one is 60 s old.
 */
export interface Windows {
  /** Counts the request in all scopes (at least one, of different keys) or, when any is full, in none. */
  admit(scopes: readonly Scope[]): Verdict | Promise<Verdict>;
}
