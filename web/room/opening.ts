import { verdictOf } from './ending/refusals.ts';
import { hallApi } from './hall-api.ts';
import { latestToken, readInvitation } from './invitation.ts';
import type { VisitEvent } from './visit.ts';

/** The first step of a visit: is there a link, is it still good, and what does it lead to? */
export async function openVisit(signal: AbortSignal): Promise<VisitEvent> {
  const reading = readInvitation(location);
  if ('trouble' in reading) return { type: 'ended', ending: reading.trouble };
  const { invitation } = reading;
  const api = hallApi(() => latestToken(invitation));
  try {
    return { type: 'opened', entrance: { invitation, api, view: await api.hall(signal) } };
  } catch (error) {
    return { type: 'ended', ending: verdictOf(error).ending };
  }
}
