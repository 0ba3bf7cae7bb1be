import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../../api/call.ts';
import { describeError } from '../../api/refused.ts';
import { buttonClass } from '../../kit/button.tsx';
import { Lone } from '../../shell/lone.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';
import { AcceptForm } from './accept-form.tsx';
import { ChoosePasswordForm } from './choose-password-form.tsx';

type Opened = Answer<'openLink'>;

const titleOf = ({ kind, organisation_name }: Opened): string => {
  if (kind === 'set_up') return 'Set up Hall';
  return kind === 'invitation' ? `Join ${organisation_name ?? 'an organisation'}` : 'Choose a new password';
};

const aboutOf = ({ kind, email, role }: Opened): string => {
  if (kind === 'set_up') return 'Make the first account. It runs this installation and its first organisation.';
  if (kind === 'invitation') return `${email ?? 'You'} was invited as ${role ?? 'member'}.`;
  return `For ${email ?? 'your account'}. All of its sessions are signed out.`;
};

/** What a link does that was sent to somebody, or printed at the first start: it sets up, invites, or lets choose a new password. */
export function LinkPage() {
  const [secret] = useState(() => location.hash.slice(1));
  const [waitsForCode, setWaitsForCode] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['openLink', secret],
    queryFn: () => call('openLink', { body: { secret } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const enter = async () => {
    queries.clear();
    await navigate({ to: '/', replace: true });
  };

  if (link.error !== null) {
    return (
      <Lone title="This link does not work" about={describeError(link.error)}>
        <Link to="/sign-in" className={buttonClass('primary')}>
          Sign in
        </Link>
        <p className="soft small">Whoever sent it can make you a new one.</p>
      </Lone>
    );
  }
  if (link.data === undefined) {
    return (
      <Lone title="One moment">
        <SkeletonBlock height={240} />
      </Lone>
    );
  }
  if (waitsForCode) {
    return (
      <Lone title="Second step" about="Enter the six digits that your authenticator app shows for Hall.">
        <SecondFactorForm onDone={enter} onExpired={() => void navigate({ to: '/sign-in' })} />
      </Lone>
    );
  }
  return (
    <Lone title={titleOf(link.data)} about={aboutOf(link.data)}>
      {link.data.has_account && link.data.kind === 'invitation' ? (
        <AcceptForm secret={secret} onDone={enter} />
      ) : (
        <ChoosePasswordForm
          secret={secret}
          kind={link.data.kind}
          email={link.data.email}
          onDone={(secondFactor) => (secondFactor ? setWaitsForCode(true) : void enter())}
        />
      )}
    </Lone>
  );
}
