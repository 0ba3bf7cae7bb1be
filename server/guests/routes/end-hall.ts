import type { CloseHall } from '../../halls/close-hall.ts';
import { Hall } from '../../halls/present-hall.ts';
import { ok, route } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { hostOf } from '../guest-of.ts';
import { guestRefusals } from './guest-refusals.ts';

export const hostEndsHallRoute = (closeHall: CloseHall) =>
  route({
    method: 'POST',
    path: '/hall/close',
    operationId: 'hostEndsHall',
    tag: 'Room',
    summary: 'End the hall for everyone, as a host',
    description: 'As closing it by the API.',
    body: NoBody,
    answers: { 200: Hall },
    refuses: [...guestRefusals, 'host_only', 'media_unreachable'],
    handle: async ({ caller }) => {
      const host = hostOf(caller);
      return ok(await closeHall(host.organisation_id, host.hall_id));
    },
  });
