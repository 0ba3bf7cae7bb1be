import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import { useAct } from '../../api/queries.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { ChangeLimitsDialog } from './change-limits-dialog.tsx';
import { InviteOwnerDialog } from './invite-owner-dialog.tsx';
import type { Administered } from './organisations-table.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

/** What an operator can do about an organisation. */
export function AdministeredMenu({ organisation }: { organisation: Administered }) {
  const [asked, setAsked] = useState<'limits' | 'invite' | 'suspend' | 'resume'>();
  const resume = useAct('resumeOrganisation', ['listOrganisations', 'getInstallation', 'getSession']);
  const end = () => setAsked(undefined);
  return (
    <>
      <Menu label={`Manage ${organisation.name}`} button={<MoreIcon />} buttonClass="icon-button">
        <MenuItem onSelect={() => setAsked('limits')}>Plan and limits</MenuItem>
        <MenuItem onSelect={() => setAsked('invite')}>Invite an owner</MenuItem>
        <hr />
        {organisation.suspended_at === null ? (
          <MenuItem danger onSelect={() => setAsked('suspend')}>
            Suspend
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => setAsked('resume')}>Resume</MenuItem>
        )}
      </Menu>
      {asked === 'limits' && <ChangeLimitsDialog organisation={organisation} onClose={end} />}
      {asked === 'invite' && <InviteOwnerDialog organisation={organisation} onClose={end} />}
      {asked === 'suspend' && <SuspendDialog organisation={organisation} onClose={end} />}
      {asked === 'resume' && (
        <Confirm
          title={`Resume ${organisation.name}?`}
          action="Resume"
          done={`${organisation.name} is resumed`}
          onConfirm={() => resume.mutateAsync({ params: { id: organisation.id } })}
          onClose={end}
        >
          Within a second its keys open again, and its people may act as before.
        </Confirm>
      )}
    </>
  );
}
