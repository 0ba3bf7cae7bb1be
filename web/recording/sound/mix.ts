export const sampleRate = 48_000;

/** Seconds over which a voice comes in and goes out, so that nothing clicks. */
const fade = 0.02;

/** All voices as one sound. */
export interface Mix {
  add(track: MediaStreamTrack): void;
  remove(track: MediaStreamTrack): void;
  /** Takes every voice up anew. What came while the mixer stood still would sound late for ever, for it has been kept. */
  renew(): void;
}

/** `out`: where the mixed sound goes. */
export function startMix(context: AudioContext, out: AudioNode): Mix {
  const bus = new DynamicsCompressorNode(context, { threshold: -3, knee: 0, ratio: 20, attack: 0.002, release: 0.1 });
  bus.connect(out);

  const voices = new Map<MediaStreamTrack, Voice>();
  const add = (track: MediaStreamTrack) => {
    if (!voices.has(track)) voices.set(track, startVoice(context, bus, track));
  };
  const remove = (track: MediaStreamTrack) => {
    voices.get(track)?.stop();
    voices.delete(track);
  };
  return {
    add,
    remove,
    renew: () => {
      for (const track of [...voices.keys()]) {
        remove(track);
        add(track);
      }
    },
  };
}

interface Voice {
  stop(): void;
}

function startVoice(context: AudioContext, bus: AudioNode, track: MediaStreamTrack): Voice {
  const stream = new MediaStream([track]);
  // Chromium lets the sound of a call flow only while an element plays it (crbug.com/121673).
  const element = new Audio();
  element.muted = true;
  element.srcObject = stream;
  element.play().catch(() => undefined);
  const source = context.createMediaStreamSource(stream);
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setTargetAtTime(1, context.currentTime, fade / 3);
  source.connect(volume).connect(bus);
  return {
    stop: () => {
      element.srcObject = null;
      volume.gain.setTargetAtTime(0, context.currentTime, fade / 3);
      setTimeout(() => {
        source.disconnect();
        volume.disconnect();
      }, fade * 5000);
    },
  };
}
