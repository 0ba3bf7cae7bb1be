import { type RemoteTrack, RoomEvent, Track } from 'livekit-client';
import type { Settings } from '../settings.ts';
import type { Mix } from '../sound/mix.ts';
import { type OnStage, Stage } from '../stage/stage.ts';
import { Returning } from './returning.ts';
import { askForSizes, rosterOf } from './roster.ts';
import { enter, type StayEnd } from './stay.ts';

/** A hall that is laid out on a canvas for as long as it lasts. */
export interface ShownHall {
  /** Resolves when the hall is over or out of reach. */
  readonly ended: Promise<StayEnd>;
  /** Brings the canvas up to date. `time`: the frame clock's, in seconds. */
  draw(time: number): void;
  /** Every voice of the hall sounds in this mix, from now on. */
  mixVoices(mix: Mix): void;
  leave(): Promise<void>;
}

/** Enters the hall and lays it out. Throws when it cannot be entered. */
export async function showHall(settings: Settings, canvas: OffscreenCanvas): Promise<ShownHall> {
  let show = () => {};
  const stay = await enter(settings, () => show());
  const { room, ended } = stay;
  const { layout, title } = settings;
  const stage = new Stage({ canvas, layout, title, onSizes: (sizes) => askForSizes(room, sizes) });
  const returning = new Returning<OnStage>();
  show = () => {
    const now = performance.now();
    stage.show(returning.with(rosterOf(room), stay.isAway, now), now);
  };
  for (const event of eventsThatShow) room.on(event, () => show());
  show();
  return {
    ended,
    draw: (time) => {
      // Some changes come with time alone: who has not come back after an outage has left.
      if (time % 1 === 0) show();
      stage.draw(performance.now());
    },
    mixVoices: (mix) => {
      room.on(RoomEvent.TrackSubscribed, (track) => isVoice(track) && mix.add(track.mediaStreamTrack));
      room.on(RoomEvent.TrackUnsubscribed, (track) => isVoice(track) && mix.remove(track.mediaStreamTrack));
      for (const participant of room.remoteParticipants.values()) {
        for (const { track } of participant.trackPublications.values()) {
          if (track !== undefined && isVoice(track)) mix.add(track.mediaStreamTrack);
        }
      }
    },
    leave: () => room.disconnect(),
  };
}

const isVoice = ({ kind }: RemoteTrack) => kind === Track.Kind.Audio;

const eventsThatShow = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
] as const;
