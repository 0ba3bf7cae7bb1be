const minute = 60;
const hour = 60 * minute;

/** Seconds to wait before each attempt, counted from the end of the one before. Also in docs/integrators.md. */
const pauses = [0, 5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour] as const;

export const mostAttempts = pauses.length;

/** So that the deliveries which failed together do not come back together. */
const jitter = 0.2;

/** A receiver may ask for a longer pause, but not for one that outlasts the delivery. */
const longestRetryAfterSeconds = 24 * hour;
/** What it asks for holds for its other deliveries too, so long at most. */
export const longestRestSeconds = hour;

/**
 * Seconds until the attempt after `made` of them; undefined when that was the last. `random` from 0 up to 1.
 * What the receiver asked for by Retry-After is a lower bound.
 */
export const pauseAfter = (made: number, retryAfterSeconds: number | undefined, random: number): number | undefined => {
  const pause = pauses[made];
  if (pause === undefined) return undefined;
  const wanted = Math.min(retryAfterSeconds ?? 0, longestRetryAfterSeconds);
  return Math.max(pause * (1 - jitter + 2 * jitter * random), wanted);
};

/** Seconds of a Retry-After header, a number or a date; undefined for what is neither. */
export const readRetryAfter = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
};
