import { Refused } from '../hall-api.ts';
import type { Ending } from './endings.ts';

/** Hall's refusals that nothing changes any more, however often it is asked. A full hall may have a place again. */
const definite: Record<string, Ending> = {
  token_invalid: 'link_invalid',
  token_expired: 'link_expired',
  participant_removed: 'removed',
  hall_closed: 'closed',
  hall_not_found: 'closed',
};

export interface Verdict {
  ending: Ending;
  isDefinite: boolean;
}

/** What Hall's refusal, or its silence, means for a visit. */
export function verdictOf(error: unknown): Verdict {
  const code = error instanceof Refused ? error.code : '';
  const ending = definite[code];
  if (ending !== undefined) return { ending, isDefinite: true };
  return { ending: code === 'hall_full' ? 'full' : 'unreachable', isDefinite: false };
}
