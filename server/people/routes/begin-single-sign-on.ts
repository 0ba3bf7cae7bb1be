import { Type } from 'typebox';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import type { BeginSingleSignOn } from '../single-sign-on.ts';

export const beginSingleSignOnRoute = (begin: BeginSingleSignOn) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in/single-sign-on',
    operationId: 'beginSingleSignOn',
    tag: 'Signing in',
    summary: 'Begin single sign-on',
    description:
      'Go to url. The issuer leads back to BASE_URL/dashboard/single-sign-on with code and state in the query; give both to endSingleSignOn.',
    body: NoBody,
    answers: { 200: Type.Object({ url: Type.String() }) },
    refuses: ['single_sign_on_off'],
    handle: async ({ visit }) => {
      const { url, cookies } = await begin(visit);
      return withCookies(ok({ url }), cookies);
    },
  });
