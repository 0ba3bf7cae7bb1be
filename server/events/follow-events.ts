import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { EventFilter, EventRow, EventStore } from './event-store.ts';
import { presentEvent } from './present-event.ts';
import { type EventWish, readFilter } from './read-filter.ts';

/*
 * Each stream reads the log in the order of positions:
 *
 *   catching up  → reads its organisation's events page by page, as fast as its reader takes them
 *   live         → from when it has read as far as everybody else here: is given what one look at the database brings for all
 *                  live streams of this instance, whenever something was published; when its reader is slower than that, it
 *                  catches up again
 *   ended        → by its reader, or because the database could not be read; the reader asks again and goes on after the last
 *                  event that it has seen
 *
 * A stream becomes live only while no look is under way, for that one would not bring what this stream needs.
 */

/** An organisation's open streams on one instance: some services with some instances each. */
const mostStreams = 20;
const pageSize = 100;
const lookSize = 500;

/** See Sink in http/route.ts. */
type EventSink = {
  send(event: { id: string; type: string; json: string }): void;
  ready(): Promise<void>;
  end(): void;
  readonly isOpen: boolean;
  readonly isFull: boolean;
};

type Stream = {
  readonly organisationId: string;
  readonly filter: EventFilter;
  readonly sink: EventSink;
  /** What it has read up to. */
  position: number;
};

/** Resolves, once it is known where the stream begins, with what ends it. 403 with too many streams, 400 for what is no event's id. */
export type FollowEvents = (
  organisationId: string,
  wish: EventWish,
  lastEventId: string | undefined,
  sink: EventSink,
) => Promise<() => void>;

export type Following = {
  readonly follow: FollowEvents;
  /** Something was published, up to this position. Called again with the same one, it tries again what failed. */
  published(position: number): void;
  /** Resolves when every look that is under way is over. */
  idle(): Promise<void>;
};

const isWanted = ({ types, hallId }: EventFilter, event: EventRow): boolean =>
  (types === undefined || types.includes(event.type)) && (hallId === undefined || hallId === event.hall_id);

const lineOf = (event: EventRow): { id: string; type: string; json: string } => ({
  id: event.id,
  type: event.type,
  json: JSON.stringify(presentEvent(event)),
});

const readLastId = (lastEventId: string | undefined): string | undefined => {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  if (isId('evt', lastEventId)) return lastEventId;
  throw new HallError('malformed_parameter', { values: { parameter: 'Last-Event-ID', fault: "is not an event's id" } });
};

export const followEvents = (
  events: Pick<EventStore, 'startAfter' | 'after' | 'between'>,
  onError: (error: unknown) => void,
): Following => {
  /** By organisation. */
  const live = new Map<string, Set<Stream>>();
  const open = new Map<string, number>();
  /** Up to here the live streams were given everything. */
  let seen = 0;
  let target = 0;
  let looking: Promise<void> | undefined;

  const beLive = (stream: Stream): void => {
    const streams = live.get(stream.organisationId) ?? new Set();
    live.set(stream.organisationId, streams.add(stream));
  };

  const beLiveNoMore = (stream: Stream): void => {
    const streams = live.get(stream.organisationId);
    streams?.delete(stream);
    if (streams?.size === 0) live.delete(stream.organisationId);
  };

  const give = (event: EventRow): void => {
    let line: ReturnType<typeof lineOf> | undefined;
    for (const stream of live.get(event.organisation_id) ?? []) {
      if (stream.position >= event.position) continue;
      stream.position = event.position;
      if (!isWanted(stream.filter, event)) continue;
      line ??= lineOf(event);
      stream.sink.send(line);
      if (stream.sink.isFull) {
        beLiveNoMore(stream);
        void catchUp(stream);
      }
    }
  };

  const look = async (): Promise<void> => {
    while (seen < target) {
      const upTo = target;
      const rows = live.size === 0 ? [] : await events.between([...live.keys()], seen, upTo, lookSize);
      rows.forEach(give);
      seen = rows.length < lookSize ? upTo : (rows.at(-1)?.position ?? upTo);
    }
  };

  const published = (position: number): void => {
    target = Math.max(target, position);
    if (looking !== undefined || seen >= target) return;
    looking = look()
      .catch(onError)
      .finally(() => {
        looking = undefined;
      });
  };

  /** Sends a page; false when it was the last one for now. */
  const readPage = async (stream: Stream): Promise<boolean> => {
    const { organisationId, filter, sink } = stream;
    const page = await events.after(organisationId, stream.position, pageSize);
    for (const event of page.events) if (isWanted(filter, event)) sink.send(lineOf(event));
    stream.position = page.upTo;
    return page.isFull;
  };

  const readOn = async (stream: Stream): Promise<void> => {
    while (stream.sink.isOpen) {
      await stream.sink.ready();
      if (await readPage(stream)) continue;
      if (looking !== undefined) await looking;
      else if (seen <= stream.position) break;
    }
    if (stream.sink.isOpen) beLive(stream);
  };

  const catchUp = (stream: Stream): Promise<void> =>
    readOn(stream).catch((error: unknown) => {
      onError(error);
      stream.sink.end();
    });

  const count = (organisationId: string, change: 1 | -1): void => {
    const now = (open.get(organisationId) ?? 0) + change;
    if (now === 0) open.delete(organisationId);
    else open.set(organisationId, now);
  };

  const follow: FollowEvents = async (organisationId, wish, lastEventId, sink) => {
    const filter = readFilter(wish);
    const lastId = readLastId(lastEventId);
    if ((open.get(organisationId) ?? 0) >= mostStreams)
      throw new HallError('too_many_streams', { values: { limit: mostStreams } });
    count(organisationId, 1);
    try {
      const stream = { organisationId, filter, sink, position: await events.startAfter(organisationId, lastId) };
      void catchUp(stream);
      return () => {
        beLiveNoMore(stream);
        count(organisationId, -1);
      };
    } catch (error) {
      count(organisationId, -1);
      throw error;
    }
  };

  return { follow, published, idle: async () => looking };
};
