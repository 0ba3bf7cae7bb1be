import type { Call } from './call/enter.ts';
import type { Ending } from './ending/endings.ts';
import type { HallApi } from './hall-api.ts';
import type { HallView } from './hall-view.ts';
import type { Invitation } from './invitation.ts';

/**
 * One visit to a hall:
 *
 *     opening ──opened──▶ check ──join──▶ entering ──entered──▶ inside ◀──dropped, returned
 *        ▲  │               │               │                     │
 *        │  └─────ended─────┴─────ended─────┴───────ended─────────┤
 *        └──────────────────────again──────────────────────── over ◀
 *
 * Whoever is dropped stays inside, on the way back. What arrives late (an answer to a visit that is already over) fits no
 * arrow and changes nothing.
 */
export type Visit =
  | { at: 'opening' }
  | { at: 'check' | 'entering'; entrance: Entrance }
  | { at: 'inside'; call: Call; isReturning: boolean }
  | { at: 'over'; ending: Ending; view?: HallView };

export type VisitEvent =
  | { type: 'opened'; entrance: Entrance }
  | { type: 'join' }
  | { type: 'entered'; call: Call }
  | { type: 'dropped' }
  | { type: 'returned' }
  | { type: 'ended'; ending: Ending }
  | { type: 'again' };

export interface Entrance {
  invitation: Invitation;
  api: HallApi;
  view: HallView;
}

export function next(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'opened':
      return visit.at === 'opening' ? { at: 'check', entrance: event.entrance } : visit;
    case 'join':
      return visit.at === 'check' ? { at: 'entering', entrance: visit.entrance } : visit;
    case 'entered':
      return visit.at === 'entering' ? { at: 'inside', call: event.call, isReturning: false } : visit;
    case 'dropped':
      return visit.at === 'inside' ? { ...visit, isReturning: true } : visit;
    case 'returned':
      return visit.at === 'inside' ? { ...visit, isReturning: false } : visit;
    case 'ended':
      return visit.at === 'over' ? visit : over(event.ending, viewOf(visit));
    case 'again':
      return visit.at === 'over' ? { at: 'opening' } : visit;
  }
}

const over = (ending: Ending, view: HallView | undefined): Visit => ({
  at: 'over',
  ending,
  ...(view !== undefined && { view }),
});

/** What is known of the hall: nothing before the link was found good. */
export function viewOf(visit: Visit): HallView | undefined {
  switch (visit.at) {
    case 'opening':
      return undefined;
    case 'check':
    case 'entering':
      return visit.entrance.view;
    case 'inside':
      return visit.call.entrance.view;
    case 'over':
      return visit.view;
  }
}
