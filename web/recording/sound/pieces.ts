import { type Mix, sampleRate, startMix } from './mix.ts';
import tapUrl from './tap.worklet.ts?worker&url';

/** `onPiece` is given the mixed sound without a gap: 20 ms each, the left channel's samples before the right one's. */
export async function mixIntoPieces(onPiece: (samples: Float32Array<ArrayBuffer>) => void): Promise<Mix> {
  // Nobody listens here, so no sound card is asked for, and the clock is the system's.
  const context = new AudioContext({ sampleRate, sinkId: { type: 'none' } } as AudioContextOptions);
  await context.audioWorklet.addModule(tapUrl);
  const tap = new AudioWorkletNode(context, 'hall-tap', {
    channelCount: 2,
    channelCountMode: 'explicit',
    outputChannelCount: [2],
  });
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onPiece(data);
  tap.connect(context.destination);
  await context.resume();
  return startMix(context, tap);
}
