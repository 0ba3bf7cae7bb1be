import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { HallStore } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';

export type HallFilter = { status?: 'open' | 'closed'; external_id?: string; limit?: number; cursor?: string };
export type ListHalls = (
  organisationId: string,
  filter: HallFilter,
) => Promise<{ data: HallBody[]; next_cursor: string | null }>;

const defaultPage = 20;

/** The cursor is the last id of a page, written so that nobody builds on its form. */
const writeCursor = (id: string): string => Buffer.from(id).toString('base64url');

const readCursor = (cursor: string): string => {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!isId('hall', id)) {
    throw new HallError('malformed_parameter', {
      values: { parameter: 'cursor', fault: "is not a page's next_cursor" },
    });
  }
  return id;
};

/** A page of halls, newest first. It reads one row more than it shows, to know whether another page follows. */
export const listHalls =
  (halls: HallStore): ListHalls =>
  async (organisationId, { status, external_id: externalId, limit = defaultPage, cursor }) => {
    const beforeId = cursor === undefined ? undefined : readCursor(cursor);
    const rows = await halls.list(organisationId, { status, externalId, beforeId }, limit + 1);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { data: shown.map(presentHall), next_cursor: last === undefined ? null : writeCursor(last.id) };
  };
