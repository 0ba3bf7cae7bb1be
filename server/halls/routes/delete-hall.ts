import { noContent, route } from '../../http/route.ts';
import type { DeleteHall } from '../delete-hall.ts';
import { HallParams } from '../present-hall.ts';

export const deleteHallRoute = (deleteHall: DeleteHall) =>
  route({
    method: 'DELETE',
    path: '/halls/:id',
    operationId: 'deleteHall',
    tag: 'Halls',
    summary: 'Delete a hall',
    description: 'Closes it if it is open; then it is gone. A 502 means that nothing changed.',
    params: HallParams,
    answers: { 204: null },
    refuses: ['hall_not_found', 'media_unreachable'],
    handle: async ({ caller, params }) => {
      await deleteHall(caller.organisationId, params.id);
      return noContent();
    },
  });
