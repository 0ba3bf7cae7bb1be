import { type Kysely, sql, type Transaction } from 'kysely';
import type { ParticipantStatus, Role, Tables } from '../database/tables.ts';

/** One stay in a hall, as the media server tells of it. */
export type Stay = { readonly session: string; readonly participantId: string; readonly joinedAt: Date };

/**
 * What became of an arrival that was told of: `role` is the one that the participant has by now, `unwanted` somebody who was
 * removed, `unknown` nobody of this hall, or the hall is not open.
 */
export type Arrival = { outcome: 'noted'; role: Role } | { outcome: 'unwanted' | 'unknown' };

type Transacting = Transaction<Tables>;

/** A stay that is told of as over counts as such, unless the media server itself still shows it so long afterwards. */
const settledSeconds = 10;

/** Puts everything that is told of a hall in line. Undefined when it is not open: then nothing about it changes any more. */
const lockOpenHall = async (tx: Transacting, hallId: string): Promise<true | undefined> => {
  const { rows } = await sql`select from halls where id = ${hallId} and status = 'open' for update`.execute(tx);
  return rows.length > 0 ? true : undefined;
};

type Known = { readonly id: string; readonly status: ParticipantStatus; readonly role: Role };

/** Those of these who were invited into this hall. */
const knownAmong = async (tx: Transacting, hallId: string, stays: readonly Stay[]): Promise<Map<string, Known>> => {
  const { rows } = await sql<Known>`
    select id, status, role from participants
    where id = any(${stays.map(({ participantId }) => participantId)}) and hall_id = ${hallId}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
};

/**
 * Begins stays of those who may be inside. One whose end was told of before its beginning is over and stays so, unless the
 * media server shows it at this moment (`isSeen`).
 */
const begin = async (tx: Transacting, hallId: string, stays: readonly Stay[], isSeen: boolean): Promise<void> => {
  await sql`
    insert into presences as p (session, participant_id, hall_id, joined_at)
    select session, participant_id, ${hallId}, joined_at
    from unnest(${stays.map(({ session }) => session)}::text[], ${stays.map(({ participantId }) => participantId)}::text[],
      ${stays.map(({ joinedAt }) => joinedAt)}::timestamptz[]) as stay (session, participant_id, joined_at)
    on conflict (session) do update set left_at = null
    where ${isSeen} and p.left_at < now() - make_interval(secs => ${settledSeconds})`.execute(tx);
};

/** Brings participants to what their stays say. The hall follows, and the events that tell of it: the trigger participant_changed. */
const settle = async (tx: Transacting, hallId: string, participantIds: readonly string[]): Promise<void> => {
  await sql`
    update participants p
    set status = case when p.status = 'removed' then 'removed' when stays.is_in then 'joined' else 'left' end,
      joined_at = stays.first, left_at = case when stays.is_in and p.status <> 'removed' then null else stays.last end
    from (
      select participant_id, bool_or(left_at is null) as is_in, min(joined_at) as first, max(left_at) as last
      from presences where participant_id = any(${participantIds}) group by 1
    ) as stays
    where p.id = stays.participant_id and p.hall_id = ${hallId}`.execute(tx);
};

/** False when the event was taken in before. */
const isNew = async (tx: Transacting, eventId: string): Promise<boolean> => {
  const { rows } = await sql`
    insert into media_events (id) values (${eventId}) on conflict (id) do nothing returning true`.execute(tx);
  return rows.length > 0;
};

/**
 * The table presences, and what follows from it: a participant is inside while one of its stays has no end, and a hall's
 * count is that of the participants who are. All of it is computed from rows, under a lock on the hall, and never counted
 * up or down: whatever is told twice, late or in the wrong order, the numbers agree with the stays.
 */
export const presenceStore = (database: Kysely<Tables>) => ({
  /** The media server told that a stay began. Undefined when this very event was taken in before. */
  noteArrival: (eventId: string, hallId: string, stay: Stay): Promise<Arrival | undefined> =>
    database.transaction().execute(async (tx) => {
      if (!(await isNew(tx, eventId))) return undefined;
      if (!(await lockOpenHall(tx, hallId))) return { outcome: 'unknown' };
      const known = (await knownAmong(tx, hallId, [stay])).get(stay.participantId);
      if (known === undefined) return { outcome: 'unknown' };
      if (known.status === 'removed') return { outcome: 'unwanted' };
      await begin(tx, hallId, [stay], false);
      await settle(tx, hallId, [stay.participantId]);
      return { outcome: 'noted', role: known.role };
    }),

  /** The media server told that a stay ended; perhaps before it told that it began. */
  noteDeparture: (eventId: string, hallId: string, stay: Stay, leftAt: Date): Promise<void> =>
    database.transaction().execute(async (tx) => {
      if (!(await isNew(tx, eventId)) || !(await lockOpenHall(tx, hallId))) return;
      const known = (await knownAmong(tx, hallId, [stay])).get(stay.participantId);
      if (known === undefined) return;
      // A removed person's way back in was no stay: only one that began before is ended.
      await sql`
        insert into presences as p (session, participant_id, hall_id, joined_at, left_at)
        select ${stay.session}, ${stay.participantId}, ${hallId}, began, greatest(${leftAt}, began)
        from (values (${stay.joinedAt}::timestamptz)) as stay (began)
        where ${known.status !== 'removed'} or exists (select from presences where session = ${stay.session})
        on conflict (session) do update set left_at = greatest(excluded.left_at, p.joined_at) where p.left_at is null`.execute(
        tx,
      );
      await settle(tx, hallId, [stay.participantId]);
    }),

  /**
   * Bans somebody: from now on they are not let in. Whoever is inside counts as gone at once, for nobody lets them stay. False
   * when there is no such participant.
   */
  remove: (organisationId: string, hallId: string, participantId: string): Promise<boolean> =>
    database.transaction().execute(async (tx) => {
      await lockOpenHall(tx, hallId);
      // First, so that the participant is written once, complete: it is told of as it is then.
      await sql`
        update presences set left_at = greatest(now(), joined_at)
        where left_at is null and participant_id = (
          select id from participants
          where organisation_id = ${organisationId} and hall_id = ${hallId} and id = ${participantId}
        )`.execute(tx);
      const { rows } = await sql`
        update participants set status = 'removed',
          left_at = (select max(presences.left_at) from presences where participant_id = participants.id)
        where organisation_id = ${organisationId} and hall_id = ${hallId} and id = ${participantId} returning true`.execute(
        tx,
      );
      return rows.length > 0;
    }),

  /**
   * Brings an open hall to what the media server shows of it. A stay that it does not show is over only when it was
   * missed before (`missedBefore`, sessions): one look may be incomplete, or older than the arrival. Tells which are missing
   * now, and who is inside though removed.
   */
  reconcile: (
    hallId: string,
    shown: readonly Stay[],
    missedBefore: ReadonlySet<string>,
  ): Promise<{ missing: string[]; unwanted: string[] }> =>
    database.transaction().execute(async (tx) => {
      if (!(await lockOpenHall(tx, hallId))) return { missing: [], unwanted: [] };
      const { rows: inside } = await sql<{ session: string; participant_id: string }>`
        select session, participant_id from presences where hall_id = ${hallId} and left_at is null`.execute(tx);
      const known = await knownAmong(tx, hallId, shown);
      const statusOf = ({ participantId }: Stay) => known.get(participantId)?.status;
      const welcome = shown.filter((stay) => statusOf(stay) !== undefined && statusOf(stay) !== 'removed');
      await begin(tx, hallId, welcome, true);
      const isShown = new Set(shown.map(({ session }) => session));
      const missing = inside.map(({ session }) => session).filter((session) => !isShown.has(session));
      const over = missing.filter((session) => missedBefore.has(session));
      await sql`update presences set left_at = greatest(now(), joined_at) where session = any(${over})`.execute(tx);
      await settle(tx, hallId, [
        ...new Set([
          ...inside.map((presence) => presence.participant_id),
          ...welcome.map(({ participantId }) => participantId),
        ]),
      ]);
      return {
        missing: missing.filter((session) => !missedBefore.has(session)),
        unwanted: shown.filter((stay) => statusOf(stay) === 'removed').map(({ participantId }) => participantId),
      };
    }),

  /** Forgets, up to `most` at once, events that are so old that the media server will not send them again. */
  forgetEvents: async (most: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from media_events where id in (
        select id from media_events where received_at < now() - interval '1 day' order by received_at limit ${most}
      )`.execute(database);
    return Number(numAffectedRows ?? 0);
  },
});

export type PresenceStore = ReturnType<typeof presenceStore>;
