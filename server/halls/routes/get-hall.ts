import { ok, route } from '../../http/route.ts';
import type { GetHall } from '../get-hall.ts';
import { Hall, HallParams } from '../present-hall.ts';

export const getHallRoute = (getHall: GetHall) =>
  route({
    method: 'GET',
    path: '/halls/:id',
    operationId: 'getHall',
    tag: 'Halls',
    summary: 'Get a hall',
    description: 'The hall as it is now. A closed one stays readable until it is deleted.',
    params: HallParams,
    answers: { 200: Hall },
    refuses: ['hall_not_found'],
    handle: async ({ caller, params }) => ok(await getHall(caller.organisationId, params.id)),
  });
