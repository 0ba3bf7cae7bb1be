import type { Ending } from '../ending/endings.ts';
import type { Verdict } from '../ending/refusals.ts';

/**
 * The way back into a call whose connection was lost:
 *
 *     away ──attempt──▶ back
 *      ▲  │ nothing definite: a pause
 *      └──┤
 *         └──▶ over: Hall said so for good, the time is up, or the person left
 */

// Milliseconds. A media server that was killed is back within seconds; a machine that starts anew needs a minute or two.
const longest = 120_000;
const pauseBetween = 1_000;

/** Resolves with how it ended. The first attempt is made at once, and one always is, however long the machine slept. */
export async function comeBack(attempt: () => Promise<'back' | Verdict>, left: AbortSignal): Promise<'back' | Ending> {
  const deadline = Date.now() + longest;
  for (;;) {
    const outcome = await attempt();
    if (left.aborted) return 'left';
    if (outcome === 'back') return 'back';
    if (outcome.isDefinite) return outcome.ending;
    if (Date.now() >= deadline) return outcome.ending === 'full' ? 'full' : 'lost';
    // Not all on the same beat: everyone in the hall has lost the connection at the same moment.
    await pause(pauseBetween * (0.75 + Math.random() / 2));
  }
}

const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));
