import type { SecretColumn } from './secret-columns.ts';
import type { SecretStore, SecretValue } from './secret-store.ts';

/** Of one column: how many values were encrypted anew, and how many neither key opens. */
export type Rotated = { readonly column: string; readonly rotated: number; readonly unopened: number };

/** A statement at a time, so that no lock lasts longer than one row's change. */
const batch = 500;

const renew = (column: SecretColumn, { key, value }: SecretValue): Promise<Buffer | string | undefined> =>
  column.renew(value, key).catch(() => undefined);

/**
 * Encrypts with the present key what the previous one encrypted, beside running instances. It may be stopped and run again:
 * it takes up what is left. A value that neither key opens stays as it is.
 */
export const rotateSecrets = (store: SecretStore, columns: readonly SecretColumn[]) => {
  const rotateColumn = async (column: SecretColumn): Promise<Rotated> => {
    let [rotated, unopened] = [0, 0];
    for (let after: readonly string[] | undefined; ; ) {
      const values = await store.stale(column, after, batch);
      for (const value of values) {
        const renewed = await renew(column, value);
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
