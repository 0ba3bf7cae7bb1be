import { readInvitation } from './invitation.ts';
import type { VisitEvent } from './visit.ts';

/** The first step of a visit: is there a link, is it still good, and where is the media server? */
export async function openVisit(signal: AbortSignal): Promise<VisitEvent> {
  const reading = readInvitation(location);
  if ('trouble' in reading) return { type: 'ended', ending: reading.trouble };
  const { invitation } = reading;
  try {
    const { serverUrl, now } = await askSettings(signal);
    if (now >= invitation.expiresAt) return { type: 'ended', ending: 'link_expired' };
    return { type: 'opened', entrance: { invitation, serverUrl } };
  } catch {
    return { type: 'ended', ending: 'unreachable' };
  }
}

/** `now` is Hall's clock, in Unix milliseconds: a phone's own may be minutes off, and would call a good link expired. */
async function askSettings(signal: AbortSignal): Promise<{ serverUrl: string; now: number }> {
  const response = await fetch('/room/settings', { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`Hall answered ${response.status}.`);
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('server_url' in body) || typeof body.server_url !== 'string') {
    throw new Error('Hall answered without a server_url.');
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  return { serverUrl: body.server_url, now: Number.isNaN(date) ? Date.now() : date };
}
