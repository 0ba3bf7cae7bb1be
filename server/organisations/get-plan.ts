import type { Static } from 'typebox';
import { HallError } from '../errors.ts';
import type { OrganisationStore } from './organisation-store.ts';
import type { PlanStore } from './plan-store.ts';
import { type PlanAndLimits, presentPlanAndLimits } from './present-limits.ts';

export type GetPlan = (organisationId: string) => Promise<Static<typeof PlanAndLimits>>;

/** The plan and what was agreed beside it. */
export const getPlan =
  (organisations: OrganisationStore, plans: PlanStore): GetPlan =>
  async (organisationId) => {
    const row = await organisations.administered(organisationId);
    const plan = row && (await plans.find(row.plan));
    if (row === undefined || plan === undefined) throw new HallError('organisation_not_found');
    return presentPlanAndLimits(row, plan);
  };
