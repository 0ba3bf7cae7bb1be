import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { SecondFactor } from '../keep-second-factor.ts';
import { personFields } from '../present-person.ts';
import { RecoveryCodes } from '../present-profile.ts';

export const renewRecoveryCodesRoute = (secondFactor: SecondFactor) =>
  personRoute({
    method: 'POST',
    path: '/profile/recovery-codes',
    operationId: 'renewRecoveryCodes',
    tag: 'Your account',
    summary: 'Get new recovery codes',
    description: 'The earlier ones work no more.',
    body: Type.Object({ password: personFields.password }, { additionalProperties: false }),
    answers: { 200: RecoveryCodes },
    refuses: ['password_wrong', 'second_factor_off'],
    handle: async ({ by, visit, body }) =>
      ok({ recovery_codes: await secondFactor.renewCodes(by, visit, body.password) }),
  });
