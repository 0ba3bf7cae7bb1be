import { type Static, Type } from 'typebox';
import { csv } from '../csv.ts';
import { type Paged, readPage } from '../cursor.ts';
import { HallError } from '../errors.ts';
import { pageQuery, Time } from '../schemas.ts';
import type { AuditFilter, AuditRow, AuditStore } from './audit-store.ts';

export const AuditEntry = Type.Object({
  id: Type.String(),
  created_at: Time('When it was done.'),
  person_id: Type.String(),
  person_email: Type.String({ description: 'As it was then.' }),
  action: Type.String({ description: 'The operation, as the document of this door names it.' }),
  target: Type.String({ description: 'What it was done to: an id mostly.' }),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  address: Type.String({ description: 'From where.' }),
});

const filters = {
  action: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z]+$', description: 'Only this operation.' })),
  person_id: Type.Optional(Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only this person.' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Not before this time: RFC 3339, or a day.' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Before this time.' })),
};

export const AuditQuery = Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false });
export const AuditExportQuery = Type.Object(filters, { additionalProperties: false });

type AuditWish = Static<typeof AuditExportQuery>;
export type ListAuditLog = (
  organisationId: string | null,
  wish: Static<typeof AuditQuery>,
) => Promise<Paged<Static<typeof AuditEntry>>>;
export type ExportAuditLog = (organisationId: string | null, wish: AuditWish) => Promise<string>;

/** One file holds no more; who needs all asks for span after span. */
const mostExported = 10_000;

const timeOf = (parameter: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(time.getTime());
  if (!isTime) throw new HallError('malformed_parameter', { values: { parameter, fault: 'is no time' } });
  return time;
};

const filterOf = (wish: AuditWish, beforeId: string | undefined): AuditFilter => ({
  action: wish.action,
  personId: wish.person_id,
  from: timeOf('from', wish.from),
  until: timeOf('until', wish.until),
  beforeId,
});

const presentEntry = ({ organisation_id: _, created_at, ...row }: AuditRow): Static<typeof AuditEntry> => ({
  ...row,
  created_at: created_at.toISOString(),
});

/** Newest first. */
export const listAuditLog =
  (log: AuditStore): ListAuditLog =>
  (organisationId, wish) =>
    readPage('audit', wish, (beforeId, most) => log.list(organisationId, filterOf(wish, beforeId), most), presentEntry);

const head = ['time', 'person', 'person_id', 'action', 'target', 'details', 'address'];

/** The newest ten thousand lines as CSV. */
export const exportAuditLog =
  (log: AuditStore): ExportAuditLog =>
  async (organisationId, wish) => {
    const rows = await log.list(organisationId, filterOf(wish, undefined), mostExported);
    return csv(
      head,
      rows.map((row) => [
        row.created_at.toISOString(),
        row.person_email,
        row.person_id,
        row.action,
        row.target,
        JSON.stringify(row.details),
        row.address,
      ]),
    );
  };
