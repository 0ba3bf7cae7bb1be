import { Type } from 'typebox';
import { ok, visitorRoute } from '../../http/route.ts';
import { Choice, Nullable, Text, Time } from '../../schemas.ts';
import type { OpenLink } from '../open-link.ts';
import { memberRoles } from '../rights.ts';

export const linkSecret = Text({ minLength: 1, maxLength: 128, description: "The link's part behind the #." });

const OpenedLink = Type.Object({
  kind: Choice(['set_up', 'invitation', 'reset']),
  email: Nullable(
    Type.String({ description: 'Whom it is for; null for a set-up link, whose holder gives their own.' }),
  ),
  organisation_name: Nullable(Type.String()),
  role: Nullable(Choice(memberRoles)),
  has_account: Type.Boolean({
    description: 'Of an invitation: whether to sign in and accept it, instead of choosing a password.',
  }),
  expires_at: Time('When it can no longer be used.'),
});

export const openLinkRoute = (openLink: OpenLink) =>
  visitorRoute({
    method: 'POST',
    path: '/links/open',
    operationId: 'openLink',
    tag: 'Signing in',
    summary: 'Read what a link is for',
    description: 'Does not use it up. A POST, so that the secret stands in no log.',
    body: Type.Object({ secret: linkSecret }, { additionalProperties: false }),
    answers: { 200: OpenedLink },
    refuses: ['link_not_found'],
    handle: async ({ body }) => ok(await openLink(body.secret)),
  });
