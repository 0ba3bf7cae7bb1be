import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Lone } from '../../shell/lone.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** The way back to where somebody was when their session ended; only within the dashboard. */
const wayBack = (next: string | undefined): string => (next?.startsWith('/') && !next.startsWith('//') ? next : '/');

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const [waitsForCode, setWaitsForCode] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    queries.clear();
    await navigate({ href: wayBack(next), replace: true });
  };
  return waitsForCode ? (
    <Lone title="Second step" about="Enter the six digits that your authenticator app shows for Hall.">
      <SecondFactorForm onDone={enter} onExpired={() => setWaitsForCode(false)} />
    </Lone>
  ) : (
    <Lone title="Sign in" about="To the dashboard of your organisation.">
      <PasswordForm onDone={(secondFactor) => (secondFactor ? setWaitsForCode(true) : void enter())} />
      <OtherWays onDone={enter} />
    </Lone>
  );
}
