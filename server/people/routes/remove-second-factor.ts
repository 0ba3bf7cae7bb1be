import { Type } from 'typebox';
import { noContent, personRoute, withCookies } from '../../http/route.ts';
import type { SecondFactor } from '../keep-second-factor.ts';
import { personFields } from '../present-person.ts';

export const removeSecondFactorRoute = (secondFactor: SecondFactor) =>
  personRoute({
    method: 'POST',
    path: '/profile/second-factor/remove',
    operationId: 'removeSecondFactor',
    tag: 'Your account',
    summary: 'Remove the second factor',
    description: 'Signing in by password asks for no code any more. This browser gets a new session.',
    body: Type.Object({ password: personFields.password }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['password_wrong', 'second_factor_off'],
    handle: async ({ by, visit, body }) =>
      withCookies(noContent(), await secondFactor.remove(by, visit, body.password)),
  });
