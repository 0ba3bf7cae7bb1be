import { HallError } from './errors.ts';
import { type IdPrefix, isId } from './ids.ts';

/** The cursor of a list is the last id of a page, written so that nobody builds on its form. */
const writeCursor = (id: string): string => Buffer.from(id).toString('base64url');

/** The id that a page begins after; 400 for what is no cursor of a list of such ids. */
const readCursor = (prefix: IdPrefix, cursor: string): string => {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!isId(prefix, id)) {
    throw new HallError('malformed_parameter', {
      values: { parameter: 'cursor', fault: "is not a page's next_cursor" },
    });
  }
  return id;
};

export type Paged<T> = { data: T[]; next_cursor: string | null };

const defaultPage = 20;

/** One page: reads one row more than it shows, to know whether another page follows. */
export const readPage = async <Row extends { id: string }, T>(
  prefix: IdPrefix,
  { limit = defaultPage, cursor }: { limit?: number; cursor?: string },
  read: (beforeId: string | undefined, most: number) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Paged<T>> => {
  const rows = await read(cursor === undefined ? undefined : readCursor(prefix, cursor), limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { data: shown.map(present), next_cursor: last === undefined ? null : writeCursor(last.id) };
};
