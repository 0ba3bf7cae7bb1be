import { sql } from 'kysely';
import type { Database, LinkKind, MemberRole } from '../database/tables.ts';

export type LinkRow = {
  id: string;
  kind: LinkKind;
  organisation_id: string | null;
  organisation_name: string | null;
  role: MemberRole | null;
  email: string | null;
  person_id: string | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
};

export type NewLink = {
  id: string;
  kind: LinkKind;
  hash: Buffer;
  organisation_id: string | null;
  role: MemberRole | null;
  email: string | null;
  person_id: string | null;
  created_by: string | null;
};

/** The table links. Only links that can still be used are ever found. */
export const linkStore = (database: Database) => {
  const usable = database
    .selectFrom('links')
    .leftJoin('organisations', 'organisations.id', 'links.organisation_id')
    .select([
      'links.id',
      'links.kind',
      'links.organisation_id',
      'organisations.name as organisation_name',
      'links.role',
      'links.email',
      'links.person_id',
      'links.created_by',
      'links.created_at',
      'links.expires_at',
    ])
    .where('links.used_at', 'is', null)
    .where('links.expires_at', '>', sql<Date>`now()`);

  return {
    insert: async (link: NewLink, seconds: number): Promise<Date> => {
      const { expires_at } = await database
        .insertInto('links')
        .values({ ...link, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return expires_at;
    },

    findByHash: (hash: Buffer): Promise<LinkRow | undefined> =>
      usable.where('links.hash', '=', hash).executeTakeFirst(),

    /** Uses a link up; undefined when it was used, has expired, or never was. Of two at once, one gets it. */
    take: async (hash: Buffer): Promise<string | undefined> => {
      const row = await database
        .updateTable('links')
        .set({ used_at: sql<Date>`now()` })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('id')
        .executeTakeFirst();
      return row?.id;
    },

    invitations: (organisationId: string, beforeId: string | undefined, most: number): Promise<LinkRow[]> => {
      const query = usable
        .where('links.kind', '=', 'invitation')
        .where('links.organisation_id', '=', organisationId)
        .orderBy('links.id', 'desc')
        .limit(most);
      return (beforeId === undefined ? query : query.where('links.id', '<', beforeId)).execute();
    },

    /** Takes an open invitation back; its e-mail address, or undefined when there is no such invitation. */
    withdraw: async (organisationId: string, linkId: string): Promise<string | undefined> => {
      const row = await database
        .deleteFrom('links')
        .where('kind', '=', 'invitation')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', linkId)
        .where('used_at', 'is', null)
        .returning('email')
        .executeTakeFirst();
      return row?.email ?? undefined;
    },

    /** An earlier link of the same kind for the same person is of no use any more. */
    withdrawFor: async (kind: LinkKind, of: { person_id?: string; email?: string; organisation_id?: string }) => {
      let query = database.deleteFrom('links').where('kind', '=', kind).where('used_at', 'is', null);
      for (const [column, value] of Object.entries(of)) query = query.where(column as keyof typeof of, '=', value);
      await query.execute();
    },
  };
};

export type LinkStore = ReturnType<typeof linkStore>;
