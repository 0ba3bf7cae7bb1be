import type { Participant } from 'livekit-client';
import { MoreIcon } from '../../shared/icons.tsx';
import { nameOf } from '../../shared/people.ts';
import { useInCall } from './in-call.ts';

/** Opens what a host can do with somebody; nobody else sees it, and nobody beside themselves. */
export function ManageButton({ participant }: { participant: Participant }) {
  const { onManage } = useInCall();
  if (onManage === undefined || participant.isLocal) return null;
  return (
    <button
      type="button"
      className="round manage"
      aria-haspopup="dialog"
      aria-label={`Manage ${nameOf(participant)}`}
      onClick={() => onManage(participant)}
    >
      <MoreIcon />
    </button>
  );
}
