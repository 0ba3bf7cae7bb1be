import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textIn, textOf } from '../../kit/form-values.ts';

const actions = { set_up: 'Create the account', invitation: 'Create the account and join', reset: 'Set the password' };

export function ChoosePasswordForm({
  secret,
  kind,
  email,
  onDone,
}: {
  secret: string;
  kind: keyof typeof actions;
  /** Whom the link is for; null for whoever holds it. */
  email: string | null;
  onDone: (secondFactor: boolean) => void;
}) {
  const use = useAct('redeemLink', []);
  const submit = (form: FormData) => {
    const name = textIn(form, 'name');
    const own = textIn(form, 'email');
    use.mutate(
      {
        body: {
          secret,
          password: textOf(form, 'password'),
          ...(name === undefined ? {} : { name }),
          ...(email !== null || own === undefined ? {} : { email: own }),
        },
      },
      { onSuccess: ({ second_factor_required }) => onDone(second_factor_required) },
    );
  };
  return (
    <Form onSubmit={submit} error={use.error} busy={use.isPending} action={actions[kind]}>
      {kind !== 'reset' && (
        <TextField label="Your name" name="name" autoComplete="name" maxLength={128} required autoFocus />
      )}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        {...(email === null ? {} : { value: email, readOnly: true })}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        hint="Twelve characters or more."
      />
    </Form>
  );
}
