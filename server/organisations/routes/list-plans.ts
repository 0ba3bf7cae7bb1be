import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { PlanBody } from '../present-limits.ts';

export const listPlansRoute = (list: () => Promise<object[]>) =>
  route({
    method: 'GET',
    path: '/operator/plans',
    operationId: 'listPlans',
    tag: 'Operator',
    summary: 'List the plans',
    description: 'The smallest first.',
    answers: { 200: Type.Object({ data: Type.Array(PlanBody) }) },
    refuses: [],
    handle: async () => ok({ data: await list() }),
  });
