import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Section } from './section.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

export function SecondFactorCard() {
  const { person } = useSession();
  const [asked, setAsked] = useState<'set-up' | 'remove' | 'codes'>();
  const remove = useAct('removeSecondFactor', ['getSession', 'listSessions', 'listMembers']);
  const renew = useAct('renewRecoveryCodes', []);
  const toast = useToast();
  const end = () => {
    setAsked(undefined);
    remove.reset();
    renew.reset();
  };
  return (
    <Section
      title="Second factor"
      about="Signing in by password also asks for a code from an app on your phone, so that the password alone opens nothing."
    >
      <div className="actions">
        {person.second_factor ? (
          <>
            <Badge tone="good">On</Badge>
            <Button onClick={() => setAsked('codes')}>New recovery codes</Button>
            <Button onClick={() => setAsked('remove')}>Switch off</Button>
          </>
        ) : (
          <>
            <Badge>Off</Badge>
            <Button onClick={() => setAsked('set-up')}>Set up</Button>
          </>
        )}
      </div>
      {asked === 'set-up' && <SetUpSecondFactor onClose={end} />}
      {asked === 'remove' && (
        <PasswordDialog
          title="Switch off the second factor?"
          action="Switch off"
          danger
          act={remove}
          onPassword={(password) =>
            remove.mutate(
              { body: { password } },
              {
                onSuccess: () => {
                  end();
                  toast('The second factor is off');
                },
              },
            )
          }
          onClose={end}
        >
          From then on your password alone opens your account.
        </PasswordDialog>
      )}
      {asked === 'codes' && renew.data === undefined && (
        <PasswordDialog
          title="New recovery codes"
          action="Make new codes"
          act={renew}
          onPassword={(password) => renew.mutate({ body: { password } })}
          onClose={end}
        >
          The codes that you have work no more.
        </PasswordDialog>
      )}
      {renew.data !== undefined && <RecoveryCodesDialog codes={renew.data.recovery_codes} onClose={end} />}
    </Section>
  );
}
