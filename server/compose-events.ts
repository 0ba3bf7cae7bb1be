import type { Database } from './database/tables.ts';
import { eventStore } from './events/event-store.ts';
import { followEvents } from './events/follow-events.ts';
import { getEvent } from './events/get-event.ts';
import { listEvents } from './events/list-events.ts';
import { publishEvents } from './events/publish-events.ts';
import { getEventRoute } from './events/routes/get-event.ts';
import { listEventsRoute } from './events/routes/list-events.ts';
import type { Metrics } from './metrics.ts';

export type EventParts = {
  database: Database;
  /** Told of each round: everything up to this position can be read now. */
  onPublished: (position: number) => void;
  observe: Metrics['published'];
  tell: (message: string) => (error: unknown) => void;
};

/** The event log's part of the plan of the house: compose.ts alone uses it. */
export const composeEvents = ({ database, onPublished, observe, tell }: EventParts) => {
  const events = eventStore(database);
  const following = followEvents(events, tell('an event stream could not read on'));
  const publisher = publishEvents({
    events,
    onPublished: (position) => {
      following.published(position);
      onPublished(position);
    },
    observe: ({ count, slowestSeconds }) => observe(count, slowestSeconds),
    onError: tell('events cannot be published'),
  });
  return {
    routes: [listEventsRoute(listEvents(events), following.follow), getEventRoute(getEvent(events))],
    forget: [events.prune],
    lagSeconds: events.lagSeconds,
    stop: publisher.stop,
    /** Resolves when no stream reads any more. */
    idle: following.idle,
  };
};
