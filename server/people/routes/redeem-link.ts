import { Type } from 'typebox';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { personFields, SignedInBody } from '../present-person.ts';
import type { RedeemLink } from '../redeem-link.ts';
import { linkSecret } from './open-link.ts';

const LinkRedemption = Type.Object(
  {
    secret: linkSecret,
    password: personFields.newPassword,
    name: Type.Optional(personFields.name),
    email: Type.Optional(personFields.email),
  },
  { additionalProperties: false },
);

export const redeemLinkRoute = (redeemLink: RedeemLink) =>
  visitorRoute({
    method: 'POST',
    path: '/links/redeem',
    operationId: 'redeemLink',
    tag: 'Signing in',
    summary: 'Use a link by choosing a password',
    description:
      'Makes the account that a set-up link (name and email needed) or an invitation (name needed) is for, or sets the new password of a reset, ' +
      'which ends all sessions. Then signs in, which with a second factor asks for its code. A link works once.',
    body: LinkRedemption,
    answers: { 200: SignedInBody },
    refuses: ['link_not_found', 'sign_in_first', 'credentials_wrong'],
    handle: async ({ visit, body }) => {
      const { cookies, secondFactorRequired } = await redeemLink(visit, body);
      return withCookies(ok({ second_factor_required: secondFactorRequired }), cookies);
    },
  });
