import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { textOf } from '../../kit/form-values.ts';
import { Notice } from '../../states/notice.tsx';

export function PasswordForm({ onDone }: { onDone: (secondFactor: boolean) => void }) {
  const signIn = useAct('signIn', []);
  const submit = (form: FormData) =>
    signIn.mutate(
      { body: { email: textOf(form, 'email'), password: textOf(form, 'password') } },
      { onSuccess: ({ second_factor_required }) => onDone(second_factor_required) },
    );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {signIn.error !== null && <Notice kind="danger">{describeError(signIn.error)}</Notice>}
      <Button type="submit" look="primary" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
