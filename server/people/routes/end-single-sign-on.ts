import { Type } from 'typebox';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import { SignedInBody } from '../present-person.ts';
import type { EndSingleSignOn } from '../single-sign-on.ts';

const part = (description: string) => Text({ minLength: 1, maxLength: 4096, description });

export const endSingleSignOnRoute = (end: EndSingleSignOn) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in/single-sign-on/end',
    operationId: 'endSingleSignOn',
    tag: 'Signing in',
    summary: 'End single sign-on',
    description:
      'With what stands in the query of the page that the issuer led back to. Nobody gets an account by it: the address has to be known here.',
    body: Type.Object(
      {
        code: part('As it stands there.'),
        state: part('As it stands there.'),
        iss: Type.Optional(part('As it stands there, if it does.')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: SignedInBody },
    refuses: ['single_sign_on_off', 'single_sign_on_refused'],
    handle: async ({ visit, body }) => withCookies(ok({ second_factor_required: false }), await end(visit, body)),
  });
