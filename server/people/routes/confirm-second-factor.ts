import { Type } from 'typebox';
import { noContent, personRoute, withCookies } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import type { SecondFactor } from '../keep-second-factor.ts';

export const confirmSecondFactorRoute = (secondFactor: SecondFactor) =>
  personRoute({
    method: 'POST',
    path: '/profile/second-factor/confirm',
    operationId: 'confirmSecondFactor',
    tag: 'Your account',
    summary: 'Confirm the second factor',
    description: 'From now on signing in by password asks for a code. This browser gets a new session.',
    body: Type.Object(
      { code: Text({ minLength: 6, maxLength: 6, description: 'The six digits of the moment.' }) },
      { additionalProperties: false },
    ),
    answers: { 204: null },
    refuses: ['code_wrong', 'second_factor_on', 'second_factor_off'],
    handle: async ({ by, visit, body }) => withCookies(noContent(), await secondFactor.confirm(by, visit, body.code)),
  });
