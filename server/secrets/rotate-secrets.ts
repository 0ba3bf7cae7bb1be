import type { Seal } from '../sealed.ts';
import type { SealedColumn } from './sealed-columns.ts';
import type { SealedStore, SealedValue } from './sealed-store.ts';

/** Of one column: how many values were sealed anew, and how many neither key opens. */
export type Rotated = { readonly column: string; readonly rotated: number; readonly unopened: number };

/** A statement at a time, so that no lock lasts longer than one row's change. */
const batch = 500;

/**
 * Seals under the present key what the previous one sealed, beside running instances. It may be stopped and run again:
 * it takes up what is left. A value that neither key opens stays as it is.
 */
export const rotateSecrets = (store: SealedStore, seal: Seal, columns: readonly SealedColumn[]) => {
  const renew = (column: SealedColumn, value: SealedValue): Buffer | undefined => {
    try {
      return seal.renew(value.sealed, column.contextOf(value.key));
    } catch {
      return undefined;
    }
  };

  const rotateColumn = async (column: SealedColumn): Promise<Rotated> => {
    let [rotated, unopened] = [0, 0];
    for (let after: readonly string[] | undefined; ; ) {
      const values = await store.stale(column, seal.mark, after, batch);
      for (const value of values) {
        const renewed = renew(column, value);
        if (renewed === undefined) unopened += 1;
        else if (await store.replace(column, value, renewed)) rotated += 1;
      }
      after = values.at(-1)?.key;
      if (after === undefined) return { column: `${column.table}.${column.column}`, rotated, unopened };
    }
  };

  return async (): Promise<Rotated[]> => {
    const done: Rotated[] = [];
    for (const column of columns) done.push(await rotateColumn(column));
    return done;
  };
};
