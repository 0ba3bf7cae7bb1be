import { recallToken } from './memory.ts';

/** What the link's token says. It is not verified here: Hall and LiveKit do that. */
export interface Invitation {
  token: string;
  hallId: string;
  participantId: string;
  /** Unix milliseconds, of the server's clock. */
  expiresAt: number;
}

export type Reading = { invitation: Invitation } | { trouble: 'link_missing' | 'link_invalid' };

/** Reads `/halls/<id>#token=<JWT>`. */
export function readInvitation({ pathname, hash }: { pathname: string; hash: string }): Reading {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null || token === '') return { trouble: 'link_missing' };
  const invited = decodeToken(token);
  if (invited === undefined || !pathname.split('/').includes(invited.hallId)) return { trouble: 'link_invalid' };

  return { invitation: decodeToken(latestToken(invited)) ?? invited };
}

/** A call outlasts the link that opened it: the token is renewed meanwhile, and whoever reloads comes back with that one. */
export function latestToken(invitation: Invitation): string {
  const renewed = decodeToken(recallToken(invitation) ?? '');
  return renewed !== undefined && renewed.expiresAt > invitation.expiresAt ? renewed.token : invitation.token;
}

export function decodeToken(token: string): Invitation | undefined {
  const payload = decodePayload(token.split('.')[1] ?? '');
  const grant = payload?.video;
  if (payload === undefined || !isRecord(grant)) return undefined;
  const { sub, exp } = payload;
  if (typeof sub !== 'string' || typeof exp !== 'number' || typeof grant.room !== 'string') return undefined;
  return {
    token,
    hallId: grant.room,
    participantId: sub,
    expiresAt: exp * 1000,
  };
}

function decodePayload(base64url: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
