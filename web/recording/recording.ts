import { type RemoteTrack, type Room, RoomEvent, Track } from 'livekit-client';
import { Returning } from './hall/returning.ts';
import { askForSizes, rosterOf } from './hall/roster.ts';
import { enter, type StayEnd } from './hall/stay.ts';
import { Film, frameRate } from './output/film.ts';
import { startFrameClock } from './output/frame-clock.ts';
import type { RecorderLink } from './output/recorder-link.ts';
import type { Settings } from './settings.ts';
import { type Mix, startMix } from './sound/mix.ts';
import { SoundTrack } from './sound/sound-track.ts';
import { type OnStage, Stage } from './stage/stage.ts';

export interface Recording {
  /** Resolves when the hall is over or out of reach. */
  readonly ended: Promise<StayEnd>;
  /** Resolves when the last piece is handed over. */
  stop(): Promise<void>;
}

type OnFault = (error: unknown) => void;

/** Enters the hall and records it until it is stopped. Throws when it cannot be entered, or nothing can be encoded here. */
export async function record(settings: Settings, link: RecorderLink, onFault: OnFault): Promise<Recording> {
  let show = () => {};
  const stay = await enter(settings, () => show());
  const { room } = stay;
  const { layout, title } = settings;
  const stage = new Stage({ layout, title, onSizes: (sizes) => askForSizes(room, sizes) });
  const returning = new Returning<OnStage>();
  show = () => {
    const now = performance.now();
    stage.show(returning.with(rosterOf(room), stay.isAway, now), now);
  };
  for (const event of eventsThatShow) room.on(event, () => show());
  show();

  const film = await Film.start(stage.canvas, (piece) => link.give(piece));
  const sound = new SoundTrack(film, () => mix.renew(), onFault);
  const mix = await startMix((samples) => sound.add(samples));
  mixVoices(room, mix);
  const clock = startFrameClock(frameRate, (time) => {
    // Some changes come with time alone: who has not come back after an outage has left.
    if (time % 1 === 0) show();
    stage.draw(performance.now());
    film.addFrame(time).catch(onFault);
  });
  sound.begin(clock.since);
  const poster = setTimeout(() => void sendPoster(stage.canvas, link), posterAfter);
  return {
    ended: stay.ended,
    stop: async () => {
      clock.stop();
      sound.end();
      clearTimeout(poster);
      await film.finish();
      await link.given();
      await room.disconnect();
    },
  };
}

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

function mixVoices(room: Room, mix: Mix): void {
  const isVoice = ({ kind }: RemoteTrack) => kind === Track.Kind.Audio;
  room.on(RoomEvent.TrackSubscribed, (track) => isVoice(track) && mix.add(track.mediaStreamTrack));
  room.on(RoomEvent.TrackUnsubscribed, (track) => isVoice(track) && mix.remove(track.mediaStreamTrack));
  for (const participant of room.remoteParticipants.values()) {
    for (const { track } of participant.trackPublications.values()) {
      if (track !== undefined && isVoice(track)) mix.add(track.mediaStreamTrack);
    }
  }
}

/** By then, in milliseconds, whoever began the recording is in the picture. */
const posterAfter = 3_000;

async function sendPoster(canvas: OffscreenCanvas, link: RecorderLink): Promise<void> {
  // A recording without a poster is a recording all the same.
  await canvas
    .convertToBlob({ type: 'image/jpeg', quality: 0.8 })
    .then((jpeg) => link.showPoster(jpeg))
    .catch(() => undefined);
}
