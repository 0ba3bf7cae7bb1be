import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { SelectField } from '../../kit/field.tsx';

/** One of the installation's plans, under the name `plan`. */
export function PlanChoice({ chosen }: { chosen?: string }) {
  const plans = useQuery(ask('listPlans', {}));
  const choices = plans.data?.data.map(({ name }) => [name, name] as const) ?? [];
  return <SelectField key={choices.length} label="Plan" name="plan" choices={choices} defaultValue={chosen} required />;
}
