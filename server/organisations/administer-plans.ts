import type { Actor, Audited } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { type Plan, planStore } from './plan-store.ts';

export type ChangePlan = (by: Actor, name: string, change: Partial<Omit<Plan, 'name'>>) => Promise<Plan>;
export type CreatePlan = (by: Actor, plan: Plan) => Promise<Plan>;

const installation = (by: Actor): Actor => ({ ...by, organisationId: null });

export const createPlan =
  (audited: Audited): CreatePlan =>
  (by, plan) =>
    audited(async (database, note) => {
      const plans = planStore(database);
      if ((await plans.find(plan.name)) !== undefined) throw new HallError('plan_exists');
      const { name, ...limits } = await plans.put(plan);
      await note(installation(by), { action: 'createPlan', target: name, details: limits });
      return { name, ...limits };
    });

/** In force for every organisation on the plan within one second. */
export const changePlan =
  (audited: Audited): ChangePlan =>
  (by, name, change) =>
    audited(async (database, note) => {
      const plans = planStore(database);
      const before = await plans.find(name);
      if (before === undefined) throw new HallError('plan_not_found');
      const changed = await plans.put({ ...before, ...change });
      await note(installation(by), { action: 'changePlan', target: name, details: change });
      return changed;
    });
