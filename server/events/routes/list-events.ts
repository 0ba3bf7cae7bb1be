import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery, Text } from '../../schemas.ts';
import type { FollowEvents } from '../follow-events.ts';
import type { ListEvents } from '../list-events.ts';
import { Event } from '../present-event.ts';

const EventQuery = Type.Object(
  {
    type: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 200,
        description: 'Only events of this type, or of these, separated by commas.',
        examples: ['participant.joined,participant.left'],
      }),
    ),
    hall_id: Type.Optional(Text({ minLength: 1, maxLength: 200, description: 'Only events of this hall.' })),
    ...pageQuery,
  },
  { additionalProperties: false },
);

export const listEventsRoute = (listEvents: ListEvents, followEvents: FollowEvents) =>
  route({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events, or follow them',
    description:
      'Newest first. Follow next_cursor until it is null. Events are kept for 30 days. ' +
      'With `Accept: text/event-stream` the answer is a stream that does not end: each event as it comes, its id as id, its type ' +
      'as event, the event as JSON as data. It goes on after the event that Last-Event-ID names, else with the next one; limit ' +
      'and cursor change nothing there. The filters hold for both.',
    query: EventQuery,
    answers: { 200: Page(Event) },
    refuses: ['too_many_streams'],
    handle: async ({ caller, query }) => ok(await listEvents(caller.organisationId, query)),
    follow: ({ caller, query, lastEventId, sink }) => followEvents(caller.organisationId, query, lastEventId, sink),
  });
