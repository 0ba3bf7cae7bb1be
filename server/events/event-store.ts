import { type RawBuilder, sql } from 'kysely';
import { type Database, type EventType, eventTypes } from '../database/tables.ts';

export type EventRow = {
  id: string;
  organisation_id: string;
  hall_id: string | null;
  type: EventType;
  sequence: number | null;
  data: object;
  created_at: Date;
  position: number;
};

/** Those of one organisation that a list or a stream shows. */
export type EventFilter = { readonly types: readonly EventType[] | undefined; readonly hallId: string | undefined };

/** What one round of publishing did: how many events, how long ago the first of them was written, the last position by now. */
export type Published = { readonly count: number; readonly slowestSeconds: number; readonly lastPosition: number };

const columns = sql.raw('id, organisation_id, hall_id, type, sequence, data, created_at, position');

type StoredRow = Omit<EventRow, 'position'> & { position: string };
const readRow = (row: StoredRow): EventRow => ({ ...row, position: Number(row.position) });

/** The table events. Only what is published is ever read: it has a position, and positions never come to lie between others. */
export const eventStore = (database: Database) => ({
  /** Newest first, up to `most`, those published before the event `beforeId`. Each filter walks an index of its own. */
  list: async (
    organisationId: string,
    { types, hallId }: EventFilter,
    beforeId: string | undefined,
    most: number,
  ): Promise<EventRow[]> => {
    const before =
      beforeId === undefined
        ? sql`position is not null`
        : sql`position < (select position from events where organisation_id = ${organisationId} and id = ${beforeId})`;
    const page = (where: RawBuilder<unknown>) => sql<StoredRow>`
      select ${columns} from events where ${where} and ${before} order by position desc limit ${most}`;
    if (types === undefined && hallId === undefined) {
      const { rows } = await page(sql`organisation_id = ${organisationId}`).execute(database);
      return rows.map(readRow);
    }
    // One page of each type from the index that begins with hall or organisation and type, and of these the newest. All
    // events of a hall are of one organisation, so that is asked afterwards, and the planner has one index to choose.
    const owner = hallId === undefined ? sql`organisation_id = ${organisationId}` : sql`hall_id = ${hallId}`;
    const { rows } = await sql<StoredRow>`
      select page.* from unnest(${types ?? eventTypes}::text[]) as wanted (wanted_type)
      cross join lateral (${page(sql`${owner} and type = wanted_type`)}) as page
      where page.organisation_id = ${organisationId}
      order by page.position desc limit ${most}`.execute(database);
    return rows.map(readRow);
  },

  find: async (organisationId: string, id: string): Promise<EventRow | undefined> => {
    const { rows } = await sql<StoredRow>`
      select ${columns} from events
      where organisation_id = ${organisationId} and id = ${id} and position is not null`.execute(database);
    return rows.map(readRow)[0];
  },

  /**
   * After which position somebody reads on who has seen the event `lastId`: the beginning of the log when it is not there any
   * more, the end of the log for whoever has seen none.
   */
  startAfter: async (organisationId: string, lastId: string | undefined): Promise<number> => {
    const { rows } = await sql<{ position: string }>`
      select case when ${lastId ?? null}::text is null then last_position else coalesce((
        select position from events where organisation_id = ${organisationId} and id = ${lastId ?? null}
      ), 0) end as position
      from event_log`.execute(database);
    return Number(rows[0]?.position ?? 0);
  },

  /** An organisation's events after a position, oldest first, up to `most`; and up to which position that is all of them. */
  after: async (
    organisationId: string,
    position: number,
    most: number,
  ): Promise<{ events: EventRow[]; upTo: number; isFull: boolean }> => {
    const { rows } = await sql<{ last_position: string } & (StoredRow | { id: null; position: null })>`
      select last_position, page.* from event_log left join lateral (
        select ${columns} from events where organisation_id = ${organisationId} and position > ${position}
        order by position limit ${most}
      ) as page on true
      order by page.position`.execute(database);
    const events = rows.filter((row): row is StoredRow & { last_position: string } => row.id !== null).map(readRow);
    const isFull = events.length === most;
    const last = isFull ? events.at(-1)?.position : undefined;
    return { events, upTo: last ?? Number(rows[0]?.last_position ?? 0), isFull };
  },

  /** Events of some organisations after one position and up to another, oldest first, up to `most`. */
  between: async (
    organisationIds: readonly string[],
    after: number,
    upTo: number,
    most: number,
  ): Promise<EventRow[]> => {
    const { rows } = await sql<StoredRow>`
      select ${columns} from events
      where position > ${after} and position <= ${upTo} and organisation_id = any(${organisationIds})
      order by position limit ${most}`.execute(database);
    return rows.map(readRow);
  },

  /** Publishes up to `most` events, those of all organisations. */
  publish: async (most: number): Promise<Published> => {
    const { rows } = await sql<{ published: number; slowest_seconds: number; last_position: string }>`
      select published, slowest_seconds, last_position from publish_events(${most})`.execute(database);
    const [row] = rows;
    return {
      count: row?.published ?? 0,
      slowestSeconds: row?.slowest_seconds ?? 0,
      lastPosition: Number(row?.last_position ?? 0),
    };
  },

  /** For how long, in seconds, the oldest event waits to be published; 0 when none does. */
  lagSeconds: async (): Promise<number> => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from clock_timestamp() - created_at)::float as seconds
      from events where position is null order by entry limit 1`.execute(database);
    return rows[0]?.seconds ?? 0;
  },

  /** Removes, up to `most` at once, events that are 30 days old. */
  prune: async (most: number): Promise<number> => {
    // The oldest first and then their age: what is not old enough is looked at no further than one batch.
    const { numAffectedRows } = await sql`
      delete from events where id in (
        select id from (select id, created_at from events where position is not null order by position limit ${most}) as oldest
        where created_at < now() - interval '30 days'
      )`.execute(database);
    return Number(numAffectedRows ?? 0);
  },
});

export type EventStore = ReturnType<typeof eventStore>;
