import { showHall } from './hall/show-hall.ts';
import type { StayEnd } from './hall/stay.ts';
import { frame } from './layout/arrange.ts';
import { Film, frameRate } from './output/film.ts';
import { startFrameClock } from './output/frame-clock.ts';
import type { RecorderLink } from './output/recorder-link.ts';
import type { Settings } from './settings.ts';
import { mixIntoPieces } from './sound/pieces.ts';
import { SoundTrack } from './sound/sound-track.ts';

export interface Recording {
  /** Resolves when the hall is over or out of reach. */
  readonly ended: Promise<StayEnd>;
  /** Resolves when the last piece is handed over. */
  stop(): Promise<void>;
}

type OnFault = (error: unknown) => void;

/** Enters the hall and records it until it is stopped. Throws when it cannot be entered, or nothing can be encoded here. */
export async function record(settings: Settings, link: RecorderLink, onFault: OnFault): Promise<Recording> {
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  const hall = await showHall(settings, canvas);
  const film = await Film.start(canvas, (piece) => link.give(piece));
  const sound = new SoundTrack(film, () => mix.renew(), onFault);
  const mix = await mixIntoPieces((samples) => sound.add(samples));
  hall.mixVoices(mix);
  const clock = startFrameClock(frameRate, (time) => {
    hall.draw(time);
    film.addFrame(time).catch(onFault);
  });
  sound.begin(clock.since);
  const poster = setTimeout(() => void sendPoster(canvas, link), posterAfter);
  return {
    ended: hall.ended,
    stop: async () => {
      clock.stop();
      sound.end();
      clearTimeout(poster);
      await film.finish();
      await link.given();
      await hall.leave();
    },
  };
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
