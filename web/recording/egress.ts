import { ConnectionError } from 'livekit-client';
import { showHall } from './hall/show-hall.ts';
import { frame } from './layout/arrange.ts';
import { startFrameClock } from './output/frame-clock.ts';
import { AddressError, readAddress } from './read-address.ts';
import type { Settings } from './settings.ts';
import { mixIntoSpeakers } from './sound/speakers.ts';

/*
 * The template of LiveKit Egress, whose worker opens it in a browser and films the window and what sounds from it. The worker
 * hears two words on the console, and looks for an element of class "error" once the page has loaded; what comes later it does
 * not see. An end without a start makes it give up at once, instead of waiting for a start that never comes.
 */

/** What the worker films unless it is told otherwise. */
const frameRate = 30;

function tellWorker(word: 'START_RECORDING' | 'END_RECORDING'): void {
  // biome-ignore lint/suspicious/noConsole: the console is the way to the worker
  console.log(word);
}

function showFault(sentence: string): void {
  const fault = document.createElement('div');
  fault.className = 'error';
  fault.textContent = sentence;
  document.body.append(fault);
}

/** Errors of the connection may have the token in their words, so only their kind is shown. */
function faultOf(error: unknown): string {
  if (error instanceof AddressError) return error.message;
  const kind = error instanceof ConnectionError ? error.reasonName : error instanceof Error ? error.name : 'unknown';
  return `The hall could not be entered (${kind}).`;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function run(settings: Settings): Promise<void> {
  const canvas = document.querySelector('canvas') ?? document.body.appendChild(document.createElement('canvas'));
  canvas.width = frame.width;
  canvas.height = frame.height;
  const hall = await showHall(settings, canvas.transferControlToOffscreen());
  hall.mixVoices(await mixIntoSpeakers());
  const clock = startFrameClock(frameRate, (time) => hall.draw(time));
  // What is drawn is in the window when the frame after the next one begins.
  await nextFrame();
  await nextFrame();
  tellWorker('START_RECORDING');
  await hall.ended;
  tellWorker('END_RECORDING');
  clock.stop();
}

try {
  const query = new URLSearchParams(location.search);
  // The token is a secret: whatever reads the address later does not find it.
  history.replaceState(null, '', location.pathname);
  const settings = readAddress(query);
  run(settings).catch((error: unknown) => {
    showFault(faultOf(error));
    tellWorker('END_RECORDING');
  });
} catch (error) {
  showFault(faultOf(error));
}
