import { ok, route } from '../../http/route.ts';
import type { GetPlan } from '../get-plan.ts';
import { PlanAndLimits } from '../present-limits.ts';

export const getPlanRoute = (getPlan: GetPlan) =>
  route({
    method: 'GET',
    path: '/plan',
    operationId: 'getPlan',
    tag: 'Organisation',
    summary: 'Plan and limits',
    description: 'The plan, and what was agreed with this organisation beside it.',
    answers: { 200: PlanAndLimits },
    refuses: [],
    handle: async ({ caller }) => ok(await getPlan(caller.organisationId)),
  });
