import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { LinkBody } from '../present-person.ts';
import type { MakeResetLink } from '../reset-password.ts';

export const createPersonResetLinkRoute = (makeLink: MakeResetLink) =>
  personRoute({
    method: 'POST',
    path: '/operator/people/:id/reset-link',
    operationId: 'createPersonResetLink',
    tag: 'Operator',
    summary: 'Make a link for a new password',
    description: 'For anybody. It works once, within an hour.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: NoBody,
    answers: { 200: LinkBody },
    refuses: ['person_not_found'],
    handle: async ({ by, params }) => {
      const { url, expiresAt } = await makeLink(by, params.id);
      return ok({ url, expires_at: expiresAt.toISOString() });
    },
  });
