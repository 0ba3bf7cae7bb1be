import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { describeFailure } from './describe-failure.ts';
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

/** Reads no more than is kept; whoever sends more is not listened to any longer, and its connection is closed. */
const readStart = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > keptBytes) break;
  }
  if (length === 0) return '';
  const bytes = Buffer.concat(chunks).subarray(0, keptBytes);
  // The database takes any text but NUL. A character that the cut went through is left out.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');
};

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
  const ask = async (url: URL, headers: SignedHeaders, body: string, signal: AbortSignal) => {
    const { origin, pathname, search } = url;
    const answer = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers,
      body,
      signal,
    });
    const text = await readStart(answer.body);
    const error = refusalOf(answer.statusCode);
    const retryAfter = answer.headers['retry-after'];
    return {
      result: error === null ? 'delivered' : 'refused',
      status: answer.statusCode,
      headers: keepHeaders(answer.headers),
      body: text,
      error,
      retryAfterSeconds: typeof retryAfter === 'string' ? readRetryAfter(retryAfter, Date.now()) : undefined,
    } as const;
  };

  return async (url, headers, body) => {
    const began = performance.now();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), milliseconds);
    const none = { status: null, headers: {}, body: '', retryAfterSeconds: undefined } as const;
    const took = (): number => Math.round(performance.now() - began);
    try {
      return { ...(await ask(new URL(url), headers, body, clock.signal)), milliseconds: took() };
    } catch (error) {
      const failure = clock.signal.aborted
        ? ({ result: 'timed_out', error: `There was no whole answer within ${milliseconds / 1000} seconds.` } as const)
        : describeFailure(error);
      return { ...none, ...failure, milliseconds: took() };
    } finally {
      clearTimeout(timer);
    }
  };
};
