import { Type } from 'typebox';
import { HallError } from '../../errors.ts';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import type { GiveSecondFactor } from '../give-second-factor.ts';
import { SignedInBody } from '../present-person.ts';

const CodeWish = Type.Object(
  {
    code: Type.Optional(Text({ minLength: 6, maxLength: 6, description: 'The six digits of the moment.' })),
    recovery_code: Type.Optional(
      Text({ minLength: 1, maxLength: 64, description: 'Instead: one of the recovery codes.' }),
    ),
  },
  { additionalProperties: false },
);

export const giveSecondFactorRoute = (giveSecondFactor: GiveSecondFactor) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in/second-factor',
    operationId: 'giveSecondFactor',
    tag: 'Signing in',
    summary: 'Give the second factor',
    description: 'Ends a sign-in that waits for a code: give code or recovery_code. A recovery code is good once.',
    body: CodeWish,
    answers: { 200: SignedInBody },
    refuses: ['code_wrong', 'second_step_missing', 'second_factor_off'],
    handle: async ({ visit, body: { code, recovery_code } }) => {
      if (code === undefined && recovery_code === undefined)
        throw new HallError('malformed_request', { values: { fault: 'give code or recovery_code' } });
      const given = code === undefined ? { recovery_code: recovery_code ?? '' } : { code };
      return withCookies(ok({ second_factor_required: false }), await giveSecondFactor(visit, given));
    },
  });
