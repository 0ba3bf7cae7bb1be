import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { numberIn, textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import type { Plan } from './plans-part.tsx';

const limits = [
  ['max_concurrent_halls', 'Halls open at once', 1_000_000],
  ['max_participants_per_hall', 'People in a hall', 1_000_000],
  ['max_duration_seconds', 'A hall stays open, seconds', 86_400],
  ['limit_requests', 'Requests of a key, a minute', 1_000_000],
  ['limit_create', 'Halls created, a minute', 1_000_000],
  ['limit_join', 'Joins of a hall, a minute', 1_000_000],
] as const;

const limitsIn = (form: FormData): Omit<Plan, 'name'> =>
  Object.fromEntries(limits.map(([name]) => [name, numberIn(form, name) ?? 0])) as Omit<Plan, 'name'>;

/** Changes a plan, or makes one where none is given. */
export function PlanDialog({ plan, onClose }: { plan?: Plan; onClose: () => void }) {
  const create = useAct('createPlan', ['listPlans']);
  const change = useAct('changePlan', ['listPlans', 'getOrganisation']);
  const toast = useToast();
  const onSuccess = () => {
    toast(plan === undefined ? 'The plan is there' : 'In force within a second');
    onClose();
  };
  const submit = (form: FormData) => {
    if (plan === undefined) create.mutate({ body: { name: textOf(form, 'name'), ...limitsIn(form) } }, { onSuccess });
    else change.mutate({ params: { name: plan.name }, body: limitsIn(form) }, { onSuccess });
  };
  const act = plan === undefined ? create : change;
  return (
    <Dialog title={plan === undefined ? 'Create a plan' : `Change the plan ${plan.name}`} onClose={onClose}>
      <Form
        onSubmit={submit}
        error={act.error}
        busy={act.isPending}
        action={plan === undefined ? 'Create' : 'Save'}
        onCancel={onClose}
      >
        {plan === undefined ? (
          <TextField
            label="Name"
            name="name"
            pattern="[a-z][a-z0-9_]*"
            maxLength={63}
            required
            hint="Small letters, digits and _."
            autoFocus
          />
        ) : (
          <p className="soft small">
            For every organisation on it, at once. Halls that are open keep their own settings.
          </p>
        )}
        <div className="form-row">
          {limits.map(([name, label, most]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              type="number"
              min={name === 'max_duration_seconds' ? 60 : 1}
              max={most}
              required
              defaultValue={plan?.[name]}
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}
