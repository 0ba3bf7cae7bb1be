import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { SecondFactor } from '../keep-second-factor.ts';
import { personFields } from '../present-person.ts';
import { RecoveryCodes } from '../present-profile.ts';

export const beginSecondFactorRoute = (secondFactor: SecondFactor) =>
  personRoute({
    method: 'POST',
    path: '/profile/second-factor',
    operationId: 'beginSecondFactor',
    tag: 'Your account',
    summary: 'Begin with a second factor',
    description:
      'Gives the otpauth address for an authenticator app, and recovery codes. In force once a code has been confirmed.',
    body: Type.Object({ password: personFields.password }, { additionalProperties: false }),
    answers: {
      200: Type.Object({
        uri: Type.String({ description: 'otpauth://…, to be shown as a QR code.' }),
        ...RecoveryCodes.properties,
      }),
    },
    refuses: ['password_wrong', 'second_factor_on'],
    handle: async ({ by, visit, body }) => ok(await secondFactor.begin(by, visit, body.password)),
  });
