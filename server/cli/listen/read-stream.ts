import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';

/** One event as it came. `json` is the event in one line, byte for byte. */
export type StreamedEvent = { readonly id: string; readonly type: string; readonly json: string };

/** Hall sends a comment every 15 s: nothing for so long means that the connection is dead. */
const silenceMilliseconds = 45_000;
const firstWaitMilliseconds = 500;
const longestWaitMilliseconds = 15_000;

const readBlock = (block: string): StreamedEvent | undefined => {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  const json = field('data');
  return json === '' ? undefined : { id: field('id'), type: field('event'), json };
};

/** The events of one answer, until it ends, breaks off or falls silent. */
async function* readAnswer(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    heard();
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

/** What will be the same however often it is asked. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

const detailOf = async (answer: Response): Promise<string> => {
  const text = await answer.text();
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail ?? answer.status);
  } catch {
    return `${answer.url} answered ${answer.status}, which is no answer of a Hall.`;
  }
};

const connect = async (url: string, key: string, lastEventId: string, signal: AbortSignal): Promise<Response> => {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'text/event-stream',
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  };
  const answer = await fetch(`${url}/v1/events`, { headers, signal });
  if (answer.ok) return answer;
  const detail = await detailOf(answer);
  throw isFinal(answer.status) ? new CommandError(detail) : new Error(detail);
};

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/**
 * The events of the key's organisation, from now on, for ever. When the connection breaks off it is made again, after the last
 * event that was taken. Throws a CommandError for what does not get better by trying again.
 */
export async function* readStream(parts: {
  url: string;
  key: string;
  onConnected: () => void;
  onLost: (reason: string) => void;
}): AsyncGenerator<StreamedEvent> {
  let lastEventId = '';
  for (let wait = firstWaitMilliseconds; ; wait = Math.min(wait * 2, longestWaitMilliseconds)) {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('nothing was heard any more')), silenceMilliseconds);
    try {
      const answer = await connect(parts.url, parts.key, lastEventId, silence.signal);
      parts.onConnected();
      wait = firstWaitMilliseconds;
      if (answer.body === null) throw new Error('the answer has no body');
      for await (const event of readAnswer(answer.body, () => timer.refresh())) {
        yield event;
        lastEventId = event.id;
      }
      parts.onLost('Hall ended the stream');
    } catch (error) {
      if (error instanceof CommandError) throw error;
      parts.onLost(reasonOf(error));
    } finally {
      clearTimeout(timer);
    }
    await sleep(wait * (0.8 + 0.4 * Math.random()));
  }
}
