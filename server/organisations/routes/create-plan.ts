import { Type } from 'typebox';
import { created, personRoute } from '../../http/route.ts';
import type { CreatePlan } from '../administer-plans.ts';
import { PlanBody, planLimits } from '../present-limits.ts';

export const createPlanRoute = (createPlan: CreatePlan) =>
  personRoute({
    method: 'POST',
    path: '/operator/plans',
    operationId: 'createPlan',
    tag: 'Operator',
    summary: 'Make a plan',
    description: 'For organisations to be put on.',
    body: Type.Object(
      {
        name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$', description: 'Small letters, digits and _.' }),
        ...planLimits,
      },
      { additionalProperties: false },
    ),
    answers: { 201: PlanBody },
    refuses: ['plan_exists'],
    handle: async ({ by, body }) => created(await createPlan(by, body), `/v1/operator/plans/${body.name}`),
  });
