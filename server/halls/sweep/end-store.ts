import { sql } from 'kysely';
import { closing } from '../../database/close-open-halls.ts';
import type { CloseReason, Database } from '../../database/tables.ts';
import { lastWarningSeconds } from '../../database/warnings.ts';

export type DueHall = { id: string; close_reason: Extract<CloseReason, 'empty' | 'max_duration'> };
export type Warning = { id: string; expires_at: Date; secondsLeft: number; isInhabited: boolean };

/** What is due of the open halls of all organisations: their ends, and the warnings before. Each statement is bounded by `most`. */
export const endStore = (database: Database) => ({
  /** Open halls whose time is up. */
  due: async (most: number): Promise<DueHall[]> => {
    const { rows } = await sql<DueHall>`
      (select id, 'max_duration' as close_reason from halls where status = 'open' and expires_at <= now() order by expires_at limit ${most})
      union all
      (select id, 'empty' from halls where status = 'open' and empties_at <= now() and expires_at > now() order by empties_at limit ${most})`.execute(
      database,
    );
    return rows;
  },

  /** Closes a due hall, unless somebody entered it or closed it meanwhile. */
  close: async ({ id, close_reason }: DueHall): Promise<boolean> => {
    const { rows } = await sql`
      with ${closing(sql`id = ${id} and (${close_reason} = 'max_duration' or empties_at <= now())`, close_reason)}
      select true from closed`.execute(database);
    return rows.length > 0;
  },

  /** Takes the warnings that are due, each once whoever asks, and sets the next. */
  takeWarnings: async (most: number): Promise<Warning[]> => {
    const { rows } = await sql<Warning>`
      with due as (
        select id, warns_at from halls where status = 'open' and warns_at <= now() order by warns_at limit ${most}
        for update skip locked
      )
      update halls set warns_at = case when expires_at - make_interval(secs => ${lastWarningSeconds}) > now()
          then expires_at - make_interval(secs => ${lastWarningSeconds}) end
      from due where halls.id = due.id
      returning halls.id, halls.expires_at, participant_count > 0 as "isInhabited",
        round(extract(epoch from halls.expires_at - due.warns_at))::integer as "secondsLeft"`.execute(database);
    return rows;
  },
});

export type EndStore = ReturnType<typeof endStore>;
