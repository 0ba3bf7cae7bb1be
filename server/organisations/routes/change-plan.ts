import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { ChangePlan } from '../administer-plans.ts';
import { PlanBody, planLimits } from '../present-limits.ts';

export const changePlanRoute = (changePlan: ChangePlan) =>
  personRoute({
    method: 'PATCH',
    path: '/operator/plans/:name',
    operationId: 'changePlan',
    tag: 'Operator',
    summary: 'Change a plan',
    description: 'In force within one second, for every organisation on it.',
    params: Type.Object({ name: Type.String() }, { additionalProperties: false }),
    body: Type.Partial(Type.Object(planLimits), { additionalProperties: false }),
    answers: { 200: PlanBody },
    refuses: ['plan_not_found'],
    handle: async ({ by, params, body }) => ok(await changePlan(by, params.name, body)),
  });
