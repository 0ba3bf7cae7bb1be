import { type Room, RoomEvent, Track, type TrackPublication } from 'livekit-client';

/**
 * Remembers whether camera and microphone are on, for a lost connection takes both away. Returns what turns them on again.
 * Turning off is muting; a track that is merely gone says nothing about what the person wanted.
 */
export function followOwnMedia(room: Room): () => void {
  const { localParticipant } = room;
  const on = new Set<Track.Source>();
  const follow = (publication: TrackPublication) => {
    if (publication.isMuted) on.delete(publication.source);
    else on.add(publication.source);
  };
  const followOwn = (publication: TrackPublication, participant: { isLocal: boolean }) => {
    if (participant.isLocal) follow(publication);
  };
  room
    .on(RoomEvent.LocalTrackPublished, follow)
    .on(RoomEvent.TrackMuted, followOwn)
    .on(RoomEvent.TrackUnmuted, followOwn)
    .on(RoomEvent.ParticipantPermissionsChanged, () => {
      if (localParticipant.permissions?.canPublish === false) on.clear();
    });
  return () => {
    if (localParticipant.permissions?.canPublish === false) return;
    // A device that cannot be had any more is told by the room, as a notice.
    if (on.has(Track.Source.Microphone)) localParticipant.setMicrophoneEnabled(true).catch(() => undefined);
    if (on.has(Track.Source.Camera)) localParticipant.setCameraEnabled(true).catch(() => undefined);
  };
}
