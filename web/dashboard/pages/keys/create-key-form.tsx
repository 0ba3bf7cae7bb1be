import type { Answer } from '../../api/call.ts';
import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';

export function CreateKeyForm({
  suggestion = '',
  onDone,
  onCancel,
}: {
  suggestion?: string;
  onDone: (key: Answer<'createKey'>) => void;
  onCancel?: () => void;
}) {
  const create = useAct('createKey', ['listKeys']);
  return (
    <Form
      onSubmit={(form) => create.mutate({ body: { name: textOf(form, 'name') } }, { onSuccess: onDone })}
      error={create.error}
      busy={create.isPending}
      action="Create key"
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={128}
        required
        defaultValue={suggestion}
        hint="What will use it, such as “Website” or “Staging”."
        autoFocus={onCancel !== undefined}
      />
    </Form>
  );
}
