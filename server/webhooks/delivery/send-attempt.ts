import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { describeFailure, type Failure } from './describe-failure.ts';
import { OverdueError, postOnce } from './post-once.ts';
import { readRetryAfter } from './retry-schedule.ts';
import type { SignedHeaders } from './sign-request.ts';

/** What became of one POST. */
export type Outcome = {
  readonly result: 'delivered' | 'refused' | 'timed_out' | 'blocked' | 'failed';
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB as text. */
  readonly body: string;
  /** Null when it was delivered. */
  readonly error: string | null;
  readonly milliseconds: number;
  readonly retryAfterSeconds: number | undefined;
};

export type SendAttempt = (url: string, headers: SignedHeaders, body: string) => Promise<Outcome>;

/** In all: look-up, connection, headers and the whole answer. */
const attemptMilliseconds = 15_000;
const keptBytes = 4_096;
const keptCharacters = 500;
const keptHeaders = ['content-type', 'content-length', 'date', 'server', 'location', 'retry-after', 'x-request-id'];

const keepHeaders = (headers: IncomingHttpHeaders): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headers[name];
    if (value !== undefined) kept[name] = String(value).slice(0, keptCharacters);
  }
  return kept;
};

/** The database takes any text but NUL. A character that the cut went through is left out. */
const readText = (bytes: Buffer): string =>
  bytes.length === 0 ? '' : new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

/** Only 2xx is success; redirects are not followed. */
const refusalOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}, a redirect. Redirects are not followed: set the final address as the url.`;
  if (status === 410) return 'The receiver answered 410: it wants no more deliveries.';
  return `The receiver answered ${status}.`;
};

/** Sends one signed POST through `agent` and tells what became of it. Never throws. */
export const sendWith = (agent: Dispatcher, milliseconds = attemptMilliseconds): SendAttempt => {
  const ask = async (url: URL, headers: SignedHeaders, body: string) => {
    const answer = await postOnce(agent, { url, headers, body, milliseconds, keptBytes });
    const error = refusalOf(answer.status);
    const retryAfter = answer.headers['retry-after'];
    return {
      result: error === null ? 'delivered' : 'refused',
      status: answer.status,
      headers: keepHeaders(answer.headers),
      body: readText(answer.body),
      error,
      retryAfterSeconds: typeof retryAfter === 'string' ? readRetryAfter(retryAfter, Date.now()) : undefined,
    } as const;
  };

  const failureOf = (error: unknown): Failure =>
    error instanceof OverdueError
      ? { result: 'timed_out', error: `There was no whole answer within ${milliseconds / 1000} seconds.` }
      : describeFailure(error);

  return async (url, headers, body) => {
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      return { ...(await ask(new URL(url), headers, body)), milliseconds: took() };
    } catch (error) {
      const none = { status: null, headers: {}, body: '', retryAfterSeconds: undefined };
      return { ...none, ...failureOf(error), milliseconds: took() };
    }
  };
};
