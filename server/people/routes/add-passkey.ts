import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import type { AddPasskey } from '../keep-passkeys.ts';
import { Passkeys, presentPasskeys, WebAuthnJson } from '../present-profile.ts';

export const addPasskeyRoute = (
  addPasskey: AddPasskey,
  list: (personId: string) => Promise<Parameters<typeof presentPasskeys>[0]>,
) =>
  personRoute({
    method: 'POST',
    path: '/profile/passkeys',
    operationId: 'addPasskey',
    tag: 'Your account',
    summary: 'Add a passkey',
    description: 'Keeps what the browser made.',
    body: Type.Object(
      {
        name: Text({ minLength: 1, maxLength: 128, description: 'How you tell it from others.' }),
        response: WebAuthnJson,
      },
      { additionalProperties: false },
    ),
    answers: { 200: Passkeys },
    refuses: ['passkey_refused'],
    handle: async ({ by, visit, body }) => {
      await addPasskey(by, visit, body.name, body.response);
      return ok(presentPasskeys(await list(by.personId)));
    },
  });
