import { Type } from 'typebox';
import { noContent, personRoute, withCookies } from '../../http/route.ts';
import type { ChangePassword } from '../change-password.ts';
import { personFields } from '../present-person.ts';

export const changePasswordRoute = (changePassword: ChangePassword) =>
  personRoute({
    method: 'POST',
    path: '/profile/password',
    operationId: 'changePassword',
    tag: 'Your account',
    summary: 'Change your password',
    description: 'Ends all of your sessions; this browser gets a new one.',
    body: Type.Object(
      { current_password: personFields.password, new_password: personFields.newPassword },
      { additionalProperties: false },
    ),
    answers: { 204: null },
    refuses: ['password_wrong'],
    handle: async ({ by, visit, body }) =>
      withCookies(noContent(), await changePassword(by, visit, body.current_password, body.new_password)),
  });
