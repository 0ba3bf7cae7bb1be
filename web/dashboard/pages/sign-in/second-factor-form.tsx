import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { describeError, Refused } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { textOf } from '../../kit/form-values.ts';
import { Notice } from '../../states/notice.tsx';

/** Ends a sign-in that waits for a code, or for one of the recovery codes where the authenticator is lost. */
export function SecondFactorForm({ onDone, onExpired }: { onDone: () => Promise<void>; onExpired: () => void }) {
  const [lost, setLost] = useState(false);
  const give = useAct('giveSecondFactor', []);
  const submit = (form: FormData) => {
    const code = textOf(form, 'code').replaceAll(' ', '');
    give.mutate({ body: lost ? { recovery_code: code } : { code } }, { onSuccess: () => void onDone() });
  };
  const expired = give.error instanceof Refused && give.error.code === 'second_step_missing';
  return (
    <form
      key={String(lost)}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {lost ? (
        <TextField label="Recovery code" name="code" autoComplete="off" required autoFocus hint="Each works once." />
      ) : (
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          required
          autoFocus
        />
      )}
      {give.error !== null && <Notice kind="danger">{describeError(give.error)}</Notice>}
      <Button type="submit" look="primary" busy={give.isPending} disabled={expired}>
        Continue
      </Button>
      {expired ? (
        <Button onClick={onExpired}>Begin again</Button>
      ) : (
        <Button look="quiet" onClick={() => setLost(!lost)}>
          {lost ? 'Use the authenticator app' : 'I have lost my authenticator'}
        </Button>
      )}
    </form>
  );
}
