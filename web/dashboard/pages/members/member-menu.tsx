import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { choicesFor } from './member-roles.ts';
import type { Member } from './members-table.tsx';

/** What owners and admins can do about a member. */
export function MemberMenu({ member }: { member: Member }) {
  const { may, organisation } = useSession();
  const [removing, setRemoving] = useState(false);
  const toast = useToast();
  const update = useAct('updateMember', ['listMembers', 'getSession']);
  const remove = useAct('removeMember', ['listMembers', 'getSession']);
  const reset = useAct('createResetLink', []);
  const params = { id: member.id };
  const onError = (error: unknown) => toast(describeError(error));
  return (
    <>
      <Menu label={`Manage ${member.name}`} button={<MoreIcon />} buttonClass="icon-button">
        {choicesFor(may('owner'))
          .filter(([role]) => role !== member.role)
          .map(([role]) => (
            <MenuItem
              key={role}
              onSelect={() =>
                update.mutate(
                  { params, body: { role } },
                  { onSuccess: () => toast(`${member.name} is ${role} now`), onError },
                )
              }
            >
              Make {role}
            </MenuItem>
          ))}
        {may('owner') && (
          <>
            <hr />
            <MenuItem onSelect={() => reset.mutate({ params }, { onError })}>Link for a new password</MenuItem>
            <MenuItem danger onSelect={() => setRemoving(true)}>
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
      {reset.data !== undefined && (
        <Dialog title={`New password for ${member.name}`} onClose={() => reset.reset()} wide>
          <div className="stack-small">
            <p className="soft">Send them this link. It works once, within an hour, and is shown this once.</p>
            <CopyText text={reset.data.url} label="Link for a new password" />
          </div>
          <div className="dialog-actions">
            <Button look="primary" onClick={() => reset.reset()}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
      {removing && (
        <Confirm
          title={`Remove ${member.name}?`}
          action="Remove member"
          done={`${member.name} was removed`}
          onConfirm={() => remove.mutateAsync({ params })}
          onClose={() => setRemoving(false)}
        >
          From their next request on they may do nothing for {organisation?.name}. API keys that they made go on; revoke
          those by themselves.
        </Confirm>
      )}
    </>
  );
}
