import { specifiedStatuses } from './answer-check.ts';
import { eventually } from './eventually.ts';

export type StreamedEvent = {
  readonly id: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events whose shape they tell themselves
  readonly data: any;
};

export type EventStream = {
  readonly status: number;
  readonly headers: Headers;
  /** Everything that came, as it came. */
  readonly text: string;
  readonly events: readonly StreamedEvent[];
  /** Resolves when the server has ended the stream, or broken it off. */
  readonly ended: Promise<void>;
  /** Resolves when so many events are there; throws when there are more. */
  until(count: number): Promise<readonly StreamedEvent[]>;
  close(): void;
};

/** One block of server-sent events; comments and settings are none. */
const readBlock = (block: string): StreamedEvent[] => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  return field('id') === '' ? [] : [{ id: field('id'), type: field('event'), data: JSON.parse(field('data')) }];
};

/** Follows /v1/events as any client of server-sent events does; it ends with the test at the latest. */
export const followEvents = async (
  url: string,
  key: string,
  onEnd: (close: () => void) => void,
  { query = '', lastEventId }: { query?: string; lastEventId?: string } = {},
): Promise<EventStream> => {
  const stopping = new AbortController();
  onEnd(() => stopping.abort());
  const response = await fetch(`${url}/v1/events${query}`, {
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stopping.signal,
  });
  if (!specifiedStatuses.includes(response.status)) throw new Error(`the stream was answered ${response.status}`);
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  const ended = read().catch(() => {});
  const events = () => text.split('\n\n').slice(0, -1).flatMap(readBlock);
  return {
    status: response.status,
    headers: response.headers,
    get text() {
      return text;
    },
    get events() {
      return events();
    },
    ended,
    until: async (count) => {
      await eventually(() => {
        if (events().length < count) throw new Error(`${events().length} of ${count} events came: ${text}`);
      });
      const all = events();
      if (all.length > count) throw new Error(`${all.length} events came instead of ${count}: ${text}`);
      return all;
    },
    close: () => stopping.abort(),
  };
};
