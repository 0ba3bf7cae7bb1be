import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { Lone } from '../../shell/lone.tsx';

/** Asks for a link for a new password by mail. */
export function ForgottenPage() {
  const request = useAct('requestPasswordReset', []);
  const back = (
    <Link to="/sign-in" className="small">
      Back to signing in
    </Link>
  );
  if (request.isSuccess) {
    return (
      <Lone
        title="Look into your mail"
        about="If somebody has this address here, a link for a new password is on its way. It works for an hour."
      >
        {back}
      </Lone>
    );
  }
  return (
    <Lone title="New password" about="We send a link to the address that you sign in with.">
      <Form
        onSubmit={(form) => request.mutate({ body: { email: textOf(form, 'email') } })}
        error={request.error}
        busy={request.isPending}
        action="Send the link"
      >
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          autoFocus
        />
      </Form>
      {back}
    </Lone>
  );
}
