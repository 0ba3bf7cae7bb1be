import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { useToast } from '../../kit/toast.tsx';
import { callRoles, type Participant, personName, roleNames } from './roles.ts';

const changed = ['listParticipants', 'getHall', 'listHalls'] as const;

/** What can be done about somebody in the call. */
export function PersonMenu({ hallId, person }: { hallId: string; person: Participant }) {
  const [removing, setRemoving] = useState(false);
  const toast = useToast();
  const update = useAct('updateParticipant', changed);
  const remove = useAct('removeParticipant', changed);
  const params = { id: hallId, participant_id: person.id };
  const name = personName(person);
  const change = (body: { muted?: true; role?: Participant['role'] }, done: string) =>
    update.mutate({ params, body }, { onSuccess: () => toast(done), onError: (error) => toast(describeError(error)) });
  return (
    <>
      <Menu label={`Manage ${name}`} button={<MoreIcon />} buttonClass="icon-button">
        <MenuItem onSelect={() => change({ muted: true }, `${name} is muted`)}>Mute</MenuItem>
        {callRoles
          .filter((role) => role !== person.role)
          .map((role) => (
            <MenuItem key={role} onSelect={() => change({ role }, `${name} is ${roleNames[role]} now`)}>
              Make {roleNames[role]}
            </MenuItem>
          ))}
        <hr />
        <MenuItem danger onSelect={() => setRemoving(true)}>
          Remove from the hall
        </MenuItem>
      </Menu>
      {removing && (
        <Confirm
          title={`Remove ${name}?`}
          action="Remove"
          done={`${name} was removed`}
          onConfirm={() => remove.mutateAsync({ params })}
          onClose={() => setRemoving(false)}
        >
          {name} is disconnected at once, and their link never lets them in again. To let them back, invite them anew.
        </Confirm>
      )}
    </>
  );
}
