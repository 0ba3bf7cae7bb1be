import { type Static, Type } from 'typebox';
import { Time } from '../schemas.ts';
import type { EffectiveRow } from './organisation-store.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Organisation = Type.Object({
  id: Type.String({ examples: ['org_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  name: Type.String(),
  plan: Type.Object(
    {
      name: Type.String({ examples: ['pro'] }),
      max_concurrent_halls: count('Halls that may be open at once.'),
      max_participants_per_hall: count('The most that max_participants of a hall may be.'),
      max_duration_seconds: count('The longest that a hall may stay open.'),
      rate_limits: Type.Object(
        {
          requests: count('Requests of one key in any 60 seconds.'),
          create: count('Halls created by the organisation in any 60 seconds.'),
          join: count('Joins of one hall in any 60 seconds.'),
        },
        { description: 'Sliding windows; see the X-RateLimit headers.' },
      ),
    },
    { description: 'The limits that hold for this organisation, its own agreements included.' },
  ),
  usage: Type.Object({ open_halls: count('Halls that take up capacity now.') }),
  storage_configured: Type.Boolean({ description: 'Whether halls may be created with record.' }),
  created_at: Time('When the organisation was made.'),
});

export const presentOrganisation = (row: EffectiveRow): Static<typeof Organisation> => ({
  id: row.id,
  name: row.name,
  plan: {
    name: row.plan,
    max_concurrent_halls: row.max_concurrent_halls,
    max_participants_per_hall: row.max_participants_per_hall,
    max_duration_seconds: row.max_duration_seconds,
    rate_limits: { requests: row.limit_requests, create: row.limit_create, join: row.limit_join },
  },
  usage: { open_halls: row.open_halls },
  storage_configured: row.has_storage,
  created_at: row.created_at.toISOString(),
});
