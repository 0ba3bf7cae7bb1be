import { useLocalParticipant, useParticipantAttributes } from '@livekit/components-react';
import type { Participant } from 'livekit-client';
import { type ReactNode, useState } from 'react';
import { nameOf } from '../../shared/people.ts';
import { type HallApi, Refused } from '../hall-api.ts';
import { Confirm, PersonDialog } from './person-dialog.tsx';
import type { Notify } from './use-notices.ts';

interface Hosting {
  onManage: (participant: Participant) => void;
  onEnd: () => void;
}

/** A host's powers, and the dialog through which one of them is just being used; undefined for everyone else. */
export function useHosting(api: HallApi, notify: Notify): { hosting: Hosting | undefined; dialog: ReactNode } {
  const [subject, setSubject] = useState<Participant | 'hall'>();
  const { localParticipant } = useLocalParticipant();
  const { attributes } = useParticipantAttributes({ participant: localParticipant });
  if (attributes?.role !== 'host') return { hosting: undefined, dialog: null };

  const close = () => setSubject(undefined);
  /** The dialog goes first: what is told of a failure would stay unseen behind it. */
  const doing = (what: string, request: () => Promise<unknown>) => {
    close();
    request().catch((error: unknown) => {
      const detail = error instanceof Refused ? error.message : 'Try again.';
      notify(`${what} did not work. ${detail}`, 10_000);
    });
  };
  return {
    hosting: { onManage: setSubject, onEnd: () => setSubject('hall') },
    dialog: subject !== undefined && <HostDialog subject={subject} api={api} doing={doing} onClose={close} />,
  };
}

function HostDialog({
  subject,
  api,
  doing,
  onClose,
}: {
  subject: Participant | 'hall';
  api: HallApi;
  doing: (what: string, request: () => Promise<unknown>) => void;
  onClose: () => void;
}) {
  if (subject === 'hall') {
    return (
      <Confirm
        title="End the hall for everyone?"
        text="Everyone is disconnected, and nobody can come back into this hall."
        action="End for everyone"
        onConfirm={() => doing('Ending the hall', api.close)}
        onClose={onClose}
      />
    );
  }
  const { identity } = subject;
  const name = nameOf(subject);
  return (
    <PersonDialog
      participant={subject}
      onMute={() => doing(`Muting ${name}`, () => api.mute(identity))}
      onRole={(role) => doing(`Changing the role of ${name}`, () => api.changeRole(identity, role))}
      onRemove={() => doing(`Removing ${name}`, () => api.remove(identity))}
      onClose={onClose}
    />
  );
}
