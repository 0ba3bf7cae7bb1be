import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';

export function PasswordForm({ onDone }: { onDone: (secondFactor: boolean) => void }) {
  const signIn = useAct('signIn', []);
  const submit = (form: FormData) =>
    signIn.mutate(
      { body: { email: textOf(form, 'email'), password: textOf(form, 'password') } },
      { onSuccess: ({ second_factor_required }) => onDone(second_factor_required) },
    );
  return (
    <Form onSubmit={submit} error={signIn.error} busy={signIn.isPending} action="Sign in">
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
    </Form>
  );
}
