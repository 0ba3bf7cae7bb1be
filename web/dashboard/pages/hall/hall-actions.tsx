import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { OpenIcon, PlusIcon } from '../../kit/icons.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { useSession } from '../../shell/session.tsx';
import { Notice } from '../../states/notice.tsx';
import { type Hall, nameOf } from '../halls/hall-words.tsx';
import { useEnterHall } from '../halls/use-enter-hall.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

const changed = ['getHall', 'listHalls', 'listParticipants', 'getOrganisation'] as const;

/** What can be done with a hall, by those who may. */
export function HallActions({ hall }: { hall: Hall }) {
  const { may } = useSession();
  const [asked, setAsked] = useState<'close' | 'delete' | 'rename' | 'invite'>();
  const { enter, link, error, busy } = useEnterHall(hall.id);
  const close = useAct('closeHall', changed);
  const remove = useAct('deleteHall', ['listHalls', 'getOrganisation']);
  const navigate = useNavigate();
  if (!may('developer')) return null;
  const open = hall.status === 'open';
  const params = { id: hall.id };
  const end = () => setAsked(undefined);
  return (
    <>
      {open && (
        <>
          <Button look="primary" icon={<OpenIcon />} busy={busy} onClick={() => void enter()}>
            Enter
          </Button>
          <Button icon={<PlusIcon />} onClick={() => setAsked('invite')}>
            Invite
          </Button>
          <Button onClick={() => setAsked('close')}>Close hall</Button>
        </>
      )}
      <Menu label="More about this hall" button={<MoreIcon />} buttonClass="icon-button">
        <MenuItem onSelect={() => setAsked('rename')}>Rename</MenuItem>
        <MenuItem danger onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {link !== undefined && (
        <Notice kind="warn">
          The browser opened no tab.{' '}
          <a href={link} target="_blank" rel="noopener noreferrer">
            Enter the hall
          </a>
        </Notice>
      )}
      {error !== null && <Notice kind="danger">{describeError(error)}</Notice>}
      {asked === 'invite' && <InviteDialog hallId={hall.id} onClose={end} />}
      {asked === 'rename' && <RenameDialog hall={hall} onClose={end} />}
      {asked === 'close' && (
        <Confirm
          title={`Close ${nameOf(hall)}?`}
          action="Close hall"
          done="The hall is closed"
          onConfirm={() => close.mutateAsync({ params })}
          onClose={end}
        >
          {insideWords(hall.participant_count)} A closed hall is never opened again; its history stays here.
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${nameOf(hall)}?`}
          action="Delete hall"
          done="The hall is deleted"
          onConfirm={async () => {
            await remove.mutateAsync({ params });
            await navigate({ to: '/halls' });
          }}
          onClose={end}
        >
          {open && `${insideWords(hall.participant_count)} `}
          The hall and its history are gone for good, here and in the API. Its recordings stay until they are deleted
          themselves.
        </Confirm>
      )}
    </>
  );
}

const insideWords = (count: number): string => {
  if (count === 0) return 'Nobody is inside at this moment.';
  return count === 1
    ? 'The one person inside is disconnected at once.'
    : `All ${count} people inside are disconnected at once.`;
};
