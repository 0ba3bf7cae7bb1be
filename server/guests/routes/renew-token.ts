import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { NoBody, Time } from '../../schemas.ts';
import { guestOf } from '../guest-of.ts';
import type { RenewToken } from '../renew-token.ts';
import { guestRefusals } from './guest-refusals.ts';

const Renewed = Type.Object({
  participant_token: Type.String(),
  server_url: Type.String(),
  expires_at: Time('Until when the token may be used to enter.'),
});

export const renewTokenRoute = (renewToken: RenewToken) =>
  route({
    method: 'POST',
    path: '/token',
    operationId: 'renewToken',
    tag: 'Room',
    summary: 'A fresh token for somebody of the call',
    description: 'For those who are inside or were less than two minutes ago.',
    body: NoBody,
    answers: { 200: Renewed },
    refuses: guestRefusals,
    handle: async ({ caller }) => ok(renewToken(guestOf(caller))),
  });
