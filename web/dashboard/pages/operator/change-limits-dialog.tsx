import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { numberIn, textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import type { Administered } from './organisations-table.tsx';
import { PlanChoice } from './plan-choice.tsx';

const limits = [
  ['max_concurrent_halls', 'Halls open at once'],
  ['limit_requests', 'Requests of a key, a minute'],
  ['limit_create', 'Halls created, a minute'],
  ['limit_join', 'Joins of a hall, a minute'],
] as const;

/** Puts an organisation on a plan, and keeps what was agreed with it beside. */
export function ChangeLimitsDialog({ organisation, onClose }: { organisation: Administered; onClose: () => void }) {
  const change = useAct('changeOrganisation', ['listOrganisations', 'getOrganisation']);
  const toast = useToast();
  const submit = (form: FormData) =>
    change.mutate(
      {
        params: { id: organisation.id },
        body: {
          plan: textOf(form, 'plan'),
          ...Object.fromEntries(limits.map(([name]) => [name, numberIn(form, name) ?? null])),
        },
      },
      {
        onSuccess: () => {
          toast('In force within a second');
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Plan and limits of ${organisation.name}`} onClose={onClose}>
      <Form onSubmit={submit} error={change.error} busy={change.isPending} action="Save" onCancel={onClose}>
        <PlanChoice chosen={organisation.plan} />
        <p className="soft small">What is left empty is as the plan has it.</p>
        <div className="form-row">
          {limits.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              type="number"
              min={1}
              max={1_000_000}
              defaultValue={organisation.own_limits[name] ?? ''}
              placeholder="As the plan"
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}
