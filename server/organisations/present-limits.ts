import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../schemas.ts';
import type { AdministeredRow } from './organisation-store.ts';
import type { Plan } from './plan-store.ts';

const most = 1_000_000;
const limit = (description: string) => Type.Integer({ minimum: 1, maximum: most, description });

export const planLimits = {
  max_concurrent_halls: limit('Halls that may be open at once.'),
  max_participants_per_hall: limit('The most that max_participants of a hall may be.'),
  max_duration_seconds: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    description: 'The longest that a hall may stay open.',
  }),
  limit_requests: limit('Requests of one key in any 60 seconds.'),
  limit_create: limit('Halls created by an organisation in any 60 seconds.'),
  limit_join: limit('Joins of one hall in any 60 seconds.'),
};

export const PlanBody = Type.Object({ name: Type.String({ examples: ['pro'] }), ...planLimits });

/** Limits agreed with one organisation; null where the plan's hold. */
export const ownLimits = {
  max_concurrent_halls: Nullable(planLimits.max_concurrent_halls),
  limit_requests: Nullable(planLimits.limit_requests),
  limit_create: Nullable(planLimits.limit_create),
  limit_join: Nullable(planLimits.limit_join),
};

export const PlanAndLimits = Type.Object({
  plan: PlanBody,
  own_limits: Type.Object(ownLimits, { description: "Agreed with this organisation; null where the plan's hold." }),
  open_halls: Type.Integer({ minimum: 0, description: 'Halls that take up capacity now.' }),
});

export const AdministeredOrganisation = Type.Object({
  id: Type.String({ examples: ['org_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  name: Type.String(),
  plan: Type.String(),
  own_limits: Type.Object(ownLimits),
  open_halls: Type.Integer({ minimum: 0 }),
  members: Type.Integer({ minimum: 0 }),
  suspended_at: Nullable(Time('Since when it is suspended; null when it is not.')),
  suspended_reason: Nullable(Type.String({ description: 'What its people and keys are told.' })),
  created_at: Time('When it was made.'),
});

const ownLimitsOf = (row: AdministeredRow) => ({
  max_concurrent_halls: row.max_concurrent_halls,
  limit_requests: row.limit_requests,
  limit_create: row.limit_create,
  limit_join: row.limit_join,
});

export const presentAdministered = (row: AdministeredRow): Static<typeof AdministeredOrganisation> => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  own_limits: ownLimitsOf(row),
  open_halls: row.open_halls,
  members: row.members,
  suspended_at: row.suspended_at?.toISOString() ?? null,
  suspended_reason: row.suspended_reason,
  created_at: row.created_at.toISOString(),
});

export const presentPlanAndLimits = (row: AdministeredRow, plan: Plan): Static<typeof PlanAndLimits> => ({
  plan,
  own_limits: ownLimitsOf(row),
  open_halls: row.open_halls,
});
