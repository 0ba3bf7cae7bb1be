import { RecorderLink } from './output/recorder-link.ts';
import { type Recording, record } from './recording.ts';

/*
 * Opened by the recorder in a browser without a window. The address's fragment is the secret by which the recorder knows it.
 * `stopRecording` is called from there.
 */

type End = { reason: string; error?: string };

const { promise: fault, resolve: onFault } = Promise.withResolvers<End>();
const fail = (error: unknown) => onFault({ reason: 'failed', error: String(error) });
const { promise: stopped, resolve: stop } = Promise.withResolvers<End>();
Object.assign(globalThis, { stopRecording: () => stop({ reason: 'stopped' }) });

const link = new RecorderLink(location.hash.slice(1), fail);
addEventListener('unhandledrejection', ({ reason }) => fail(reason));

async function run(): Promise<End> {
  const recording: Recording = await record(await link.settings(), link, fail);
  await link.tell('started');
  const end = await Promise.race([stopped, recording.ended, fault]);
  // After a fault the encoder may never finish; what it gave so far is safe.
  const finished = recording.stop();
  if (end.reason !== 'failed') await finished;
  else finished.catch(() => undefined);
  return end;
}

const end = await run().catch((error: unknown): End => ({ reason: 'failed', error: String(error) }));
await link.tell('ended', end);
