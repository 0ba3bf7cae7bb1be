import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Where an encrypted value stands; names of the house's own, never a client's. */
type Place = { readonly table: string; readonly key: readonly string[]; readonly column: string };
export type SecretValue = { readonly key: readonly string[]; readonly value: Buffer | string };

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The encrypted values of any table, found by what they begin with. */
export const secretStore = (database: Database) => ({
  /** Up to `most` values that do not begin with the column's mark, in the order of their keys, from behind `after` on. */
  stale: async (place: Place & { mark: Buffer | string }, after: readonly string[] | undefined, most: number) => {
    const { table, key, mark } = place;
    const value = sql.ref(place.column);
    const rest = after === undefined ? sql`true` : sql`(${refs(key)}) > (${sql.join(after)})`;
    const { rows } = await sql<SecretValue>`
      select array[${refs(key)}] as key, ${value} as value from ${sql.table(table)}
      where length(${value}) > 0 and substring(${value} from 1 for ${mark.length}) <> ${mark} and ${rest}
      order by ${refs(key)} limit ${most}`.execute(database);
    return rows;
  },

  /** Puts `renewed` in the place of a value, unless that was changed meanwhile. Returns whether it did. */
  replace: async (place: Place, { key, value }: SecretValue, renewed: Buffer | string): Promise<boolean> => {
    const column = sql.ref(place.column);
    const { numAffectedRows } = await sql`
      update ${sql.table(place.table)} set ${column} = ${renewed}
      where (${refs(place.key)}) = (${sql.join(key)}) and ${column} = ${value}`.execute(database);
    return numAffectedRows === 1n;
  },
});

export type SecretStore = ReturnType<typeof secretStore>;
