import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { GetSession } from '../get-session.ts';
import { personFields, SessionBody } from '../present-person.ts';
import type { UpdateProfile } from '../update-profile.ts';

export const updateProfileRoute = (updateProfile: UpdateProfile, getSession: GetSession) =>
  personRoute({
    method: 'PATCH',
    path: '/profile',
    operationId: 'updateProfile',
    tag: 'Your account',
    summary: 'Change your name',
    description: 'The name that others in your organisations see.',
    body: Type.Object({ name: personFields.name }, { additionalProperties: false }),
    answers: { 200: SessionBody },
    refuses: [],
    handle: async ({ by, person, body }) => {
      await updateProfile(by, body.name);
      return ok(await getSession(person.id, person.sessionId));
    },
  });
