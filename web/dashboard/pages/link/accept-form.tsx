import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { describeError, Refused } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../states/notice.tsx';
import { PasswordForm } from '../sign-in/password-form.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';

/** For somebody who has an account already: accepts, after signing in where nobody is signed in. */
export function AcceptForm({ secret, onDone }: { secret: string; onDone: () => Promise<void> }) {
  const [step, setStep] = useState<'accept' | 'password' | 'code'>('accept');
  const accept = useAct('acceptInvitation', []);
  const run = () =>
    accept.mutate(
      { body: { secret } },
      {
        onSuccess: () => void onDone(),
        onError: (error) => {
          if (error instanceof Refused && error.status === 401) setStep('password');
        },
      },
    );
  const again = () => {
    setStep('accept');
    run();
  };
  if (step === 'password') {
    return (
      <>
        <p>You have an account already. Sign in to accept.</p>
        <PasswordForm onDone={(secondFactor) => (secondFactor ? setStep('code') : again())} />
      </>
    );
  }
  if (step === 'code') {
    return <SecondFactorForm onDone={async () => again()} onExpired={() => setStep('password')} />;
  }
  return (
    <div className="form">
      {accept.error !== null && <Notice kind="danger">{describeError(accept.error)}</Notice>}
      <Button look="primary" busy={accept.isPending} onClick={run}>
        Accept the invitation
      </Button>
    </div>
  );
}
