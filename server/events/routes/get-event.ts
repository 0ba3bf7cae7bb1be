import { ok, route } from '../../http/route.ts';
import type { GetEvent } from '../get-event.ts';
import { Event, EventParams } from '../present-event.ts';

export const getEventRoute = (getEvent: GetEvent) =>
  route({
    method: 'GET',
    path: '/events/:id',
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'Get an event',
    description: 'Events are kept for 30 days.',
    params: EventParams,
    answers: { 200: Event },
    refuses: ['event_not_found'],
    handle: async ({ caller, params }) => ok(await getEvent(caller.organisationId, params.id)),
  });
