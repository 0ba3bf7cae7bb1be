import { PageHead } from '../../kit/page-head.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  return (
    <>
      <PageHead
        title="Your account"
        about="How you sign in, and where you are signed in. It is the same in all of your organisations."
      />
      <div className="stack">
        <ProfileCard />
        <PasswordCard />
        <SecondFactorCard />
        <PasskeysCard />
        <SessionsCard />
      </div>
    </>
  );
}
