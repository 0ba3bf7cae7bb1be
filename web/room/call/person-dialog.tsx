import { useIsMuted, useParticipantAttributes } from '@livekit/components-react';
import { type Participant, Track } from 'livekit-client';
import { useState } from 'react';
import { MicrophoneOffIcon, RemoveIcon } from '../../shared/icons.tsx';
import { isOnStage, nameOf } from '../../shared/people.ts';
import type { Role } from '../hall-view.ts';
import { Dialog } from './dialog.tsx';
import { roleOf } from './roles.ts';

/** What a host can do with somebody: mute them, give them another role, and remove them, which is asked twice. */
export function PersonDialog({
  participant,
  onMute,
  onRole,
  onRemove,
  onClose,
}: {
  participant: Participant;
  onMute: () => void;
  onRole: (role: Role) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const [isRemoving, setRemoving] = useState(false);
  const name = nameOf(participant);
  if (isRemoving) {
    return (
      <Confirm
        key="remove"
        title={`Remove ${name}?`}
        text={`${name} leaves the call at once, and their link will not work again.`}
        action="Remove"
        onConfirm={onRemove}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog key="person" title={name} onClose={onClose}>
      <div className="dialog-actions">
        {isOnStage(participant) && <MuteButton participant={participant} onMute={onMute} />}
        <RoleButtons participant={participant} onRole={onRole} />
        <button type="button" className="button button-danger" onClick={() => setRemoving(true)}>
          <RemoveIcon />
          Remove from the hall
        </button>
      </div>
    </Dialog>
  );
}

/** The confirming step before something that cannot be taken back. */
export function Confirm({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="dialog-text">{text}</p>
      <div className="dialog-actions">
        <button type="button" className="button button-danger" onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function MuteButton({ participant, onMute }: { participant: Participant; onMute: () => void }) {
  const isMuted = useIsMuted({ participant, source: Track.Source.Microphone });
  return (
    <button type="button" className="button" disabled={isMuted} onClick={onMute}>
      <MicrophoneOffIcon />
      {isMuted ? 'Microphone is muted' : 'Mute microphone'}
    </button>
  );
}

const roleWords: Record<Role, { make: string; may: string }> = {
  host: { make: 'Make host', may: 'Mutes and removes others, ends the hall' },
  participant: { make: 'Make participant', may: 'Is seen and heard' },
  viewer: { make: 'Make viewer', may: 'Watches and chats' },
};

const roles = ['host', 'participant', 'viewer'] as const;

function RoleButtons({ participant, onRole }: { participant: Participant; onRole: (role: Role) => void }) {
  useParticipantAttributes({ participant }); // renders anew when somebody else changes the role
  const current = roleOf(participant);
  return roles
    .filter((role) => role !== current)
    .map((role) => (
      <button key={role} type="button" className="button button-two" onClick={() => onRole(role)}>
        {roleWords[role].make}
        <small>{roleWords[role].may}</small>
      </button>
    ));
}
