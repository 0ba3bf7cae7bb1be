import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../schemas.ts';
import type { PasskeyRow } from './passkey-store.ts';
import type { SessionRow } from './session-store.ts';

export const OwnSession = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  address: Nullable(Type.String({ description: 'Where it began.' })),
  user_agent: Nullable(Type.String()),
  created_at: Time('When it began.'),
  expires_at: Time('When it ends by itself.'),
});

export const OwnSessions = Type.Object({ data: Type.Array(OwnSession) });

export const presentSession = (row: SessionRow, currentId: string): Static<typeof OwnSession> => ({
  id: row.id,
  current: row.id === currentId,
  address: row.address,
  user_agent: row.user_agent,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export const Passkeys = Type.Object({
  data: Type.Array(
    Type.Object({ id: Type.String(), name: Nullable(Type.String()), created_at: Time('When it was added.') }),
  ),
});

export const presentPasskeys = (rows: PasskeyRow[]): Static<typeof Passkeys> => ({
  data: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
});

/** WebAuthn's own JSON, for navigator.credentials and @simplewebauthn/browser. */
export const WebAuthnJson = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: "WebAuthn's JSON, as browsers take and give it.",
});

export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once, instead of a code. Shown this once.' }),
});
