import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { LinkBody } from '../present-person.ts';
import type { MakeResetLink } from '../reset-password.ts';

export const createResetLinkRoute = (makeLink: MakeResetLink) =>
  personRoute({
    method: 'POST',
    path: '/members/:id/reset-link',
    operationId: 'createResetLink',
    tag: 'Members',
    summary: 'Make a link for a new password',
    description: 'For a member who is in no other organisation. It works once, within an hour.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: NoBody,
    answers: { 200: LinkBody },
    refuses: ['member_not_found', 'belongs_elsewhere'],
    handle: async ({ by, params }) => {
      const { url, expiresAt } = await makeLink(by, params.id);
      return ok({ url, expires_at: expiresAt.toISOString() });
    },
  });
