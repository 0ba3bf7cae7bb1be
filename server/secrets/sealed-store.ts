import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Where a sealed value stands; names of the house's own, never a client's. */
export type Place = { readonly table: string; readonly key: readonly string[]; readonly column: string };
export type SealedValue = { readonly key: readonly string[]; readonly sealed: Buffer };

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The sealed values of any table, found by what they begin with. */
export const sealedStore = (database: Database) => ({
  /** Up to `most` values, empty ones left out, that do not begin with `mark`, in the order of their keys, from behind `after` on. */
  stale: async ({ table, key, column }: Place, mark: Buffer, after: readonly string[] | undefined, most: number) => {
    const sealed = sql.ref(column);
    const rest = after === undefined ? sql`true` : sql`(${refs(key)}) > (${sql.join(after)})`;
    const { rows } = await sql<SealedValue>`
      select array[${refs(key)}] as key, ${sealed} as sealed from ${sql.table(table)}
      where length(${sealed}) > 0 and substring(${sealed} from 1 for ${mark.length}) <> ${mark} and ${rest}
      order by ${refs(key)} limit ${most}`.execute(database);
    return rows;
  },

  /** Puts `renewed` in the place of a value, unless that was changed meanwhile. Returns whether it did. */
  replace: async (place: Place, value: SealedValue, renewed: Buffer): Promise<boolean> => {
    const column = sql.ref(place.column);
    const { numAffectedRows } = await sql`
      update ${sql.table(place.table)} set ${column} = ${renewed}
      where (${refs(place.key)}) = (${sql.join(value.key)}) and ${column} = ${value.sealed}`.execute(database);
    return numAffectedRows === 1n;
  },
});

export type SealedStore = ReturnType<typeof sealedStore>;
