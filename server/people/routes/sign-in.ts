import { Type } from 'typebox';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { personFields, SignedInBody } from '../present-person.ts';
import type { SignIn } from '../sign-in.ts';

const SignInWish = Type.Object(
  { email: personFields.email, password: personFields.password },
  { additionalProperties: false },
);

export const signInRoute = (signIn: SignIn) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in',
    operationId: 'signIn',
    tag: 'Signing in',
    summary: 'Sign in by password',
    description:
      'Sets the cookie of a new session. With a second factor it sets that of a step instead, which giveSecondFactor ends within ten minutes. ' +
      'Ten attempts of one account and twenty of one address are admitted in any 60 seconds.',
    body: SignInWish,
    answers: { 200: SignedInBody },
    refuses: ['credentials_wrong'],
    handle: async ({ visit, body }) => {
      const { cookies, secondFactorRequired } = await signIn(visit, body.email, body.password);
      return withCookies(ok({ second_factor_required: secondFactorRequired }), cookies);
    },
  });
