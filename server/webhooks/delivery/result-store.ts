import { sql } from 'kysely';
import type { Database, DeliveryStatus, LoggedAttempt } from '../../database/tables.ts';

/** What an attempt made of its delivery. */
export type Result = {
  readonly id: string;
  readonly status: Exclude<DeliveryStatus, 'cancelled'>;
  /** Until the next attempt; null when none follows. */
  readonly pauseSeconds: number | null;
  readonly attempt: LoggedAttempt;
};

/** The table deliveries as attempts change it. */
export const resultStore = (database: Database) => ({
  /**
   * Notes the results of many attempts in one statement: that is where the speed comes from. What is lost in a crash of the
   * database is sent again, so the commit need not wait for the disk. What was cancelled meanwhile stays so.
   */
  note: async (results: readonly Result[]): Promise<void> => {
    const given = results.map(({ id, status, pauseSeconds, attempt }) => ({
      id,
      status,
      pause: pauseSeconds,
      attempt,
    }));
    await sql`
      with hurry as materialized (select set_config('synchronous_commit', 'off', true)), given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as given (id text, status text, pause float8, attempt jsonb)
      )
      update deliveries d set
        status = given.status,
        attempt_count = d.attempt_count + 1,
        attempts = d.attempts || given.attempt,
        response_status = (given.attempt ->> 'response_status')::integer,
        error = given.attempt ->> 'error',
        next_attempt_at = now() + make_interval(secs => given.pause),
        finished_at = case when given.pause is null then now() end
      from given, hurry
      where d.id = given.id and d.status = 'pending'`.execute(database);
  },
});

export type ResultStore = ReturnType<typeof resultStore>;
