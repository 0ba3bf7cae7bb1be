import { type RemoteParticipant, type RemoteTrackPublication, type Room, Track } from 'livekit-client';
import type { Size } from '../../shared/fit-tiles.ts';
import { isOnStage, nameOf } from '../../shared/people.ts';
import type { OnStage } from '../stage/stage.ts';

/** Everyone with a tile, in the order of coming, each one's shared screen beside. */
export function rosterOf(room: Room): OnStage[] {
  return [...room.remoteParticipants.values()]
    .filter(isOnStage)
    .sort((a, b) => (a.joinedAt?.getTime() ?? 0) - (b.joinedAt?.getTime() ?? 0) || (a.identity < b.identity ? -1 : 1))
    .flatMap((participant) => {
      const face = onStage(participant, 'face', participant.getTrackPublication(Track.Source.Camera));
      const screen = participant.getTrackPublication(Track.Source.ScreenShare);
      return screen?.track === undefined ? [face] : [face, onStage(participant, 'screen', screen)];
    });
}

function onStage(
  participant: RemoteParticipant,
  kind: OnStage['kind'],
  publication: RemoteTrackPublication | undefined,
): OnStage {
  return {
    key: keyOf(participant, kind),
    kind,
    personId: participant.identity,
    name: nameOf(participant),
    track: publication?.isMuted === true ? undefined : publication?.track?.mediaStreamTrack,
    isSpeaking: kind === 'face' && participant.isSpeaking,
    heardAt: participant.lastSpokeAt?.getTime() ?? 0,
  };
}

const keyOf = ({ identity }: RemoteParticipant, kind: OnStage['kind']) => `${kind} ${identity}`;

/** Asks LiveKit for pictures as large as they are shown. */
export function askForSizes(room: Room, sizes: ReadonlyMap<string, Size>): void {
  for (const participant of room.remoteParticipants.values()) {
    for (const [kind, source] of [
      ['face', Track.Source.Camera],
      ['screen', Track.Source.ScreenShare],
    ] as const) {
      const publication = participant.getTrackPublication(source);
      const size = sizes.get(keyOf(participant, kind));
      if (publication === undefined) continue;
      publication.setEnabled(size !== undefined);
      if (size !== undefined) publication.setVideoDimensions({ width: size.width, height: size.height });
    }
  }
}
