import { ok, route } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import type { CloseHall } from '../close-hall.ts';
import { Hall, HallParams } from '../present-hall.ts';

export const closeHallRoute = (closeHall: CloseHall) =>
  route({
    method: 'POST',
    path: '/halls/:id/close',
    operationId: 'closeHall',
    tag: 'Halls',
    summary: 'Close a hall',
    description:
      'Disconnects everyone and frees the capacity. The hall stays readable. Closing a closed hall answers with it as it is. ' +
      'A 502 means that the hall is still open.',
    params: HallParams,
    body: NoBody,
    answers: { 200: Hall },
    refuses: ['hall_not_found', 'media_unreachable'],
    handle: async ({ caller, params }) => ok(await closeHall(caller.organisationId, params.id)),
  });
