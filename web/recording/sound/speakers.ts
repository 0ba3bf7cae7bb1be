import { type Mix, sampleRate, startMix } from './mix.ts';

/** The mixed sound goes where this machine's sound goes. */
export async function mixIntoSpeakers(): Promise<Mix> {
  const context = new AudioContext({ sampleRate });
  await context.resume();
  return startMix(context, context.destination);
}
