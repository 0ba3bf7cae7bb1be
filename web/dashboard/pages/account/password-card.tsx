import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import { Section } from './section.tsx';

export function PasswordCard() {
  const change = useAct('changePassword', ['listSessions', 'getSession']);
  const toast = useToast();
  const [changes, setChanges] = useState(0);
  const submit = (form: FormData) =>
    change.mutate(
      { body: { current_password: textOf(form, 'password'), new_password: textOf(form, 'new_password') } },
      {
        onSuccess: () => {
          // The fields are emptied.
          setChanges((before) => before + 1);
          toast('The password is changed');
        },
      },
    );
  return (
    <Section title="Password" about="Changing it signs you out everywhere else.">
      <Form key={changes} onSubmit={submit} error={change.error} busy={change.isPending} action="Change password">
        <TextField label="Current password" name="password" type="password" autoComplete="current-password" required />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
          hint="Twelve characters or more."
        />
      </Form>
    </Section>
  );
}
