import type { Room } from 'livekit-client';
import type { Setup } from './device-check/own-devices.ts';
import type { Ending } from './ending/endings.ts';
import type { Invitation } from './invitation.ts';

/**
 * One visit to a hall:
 *
 *     opening ──opened──▶ check ──join──▶ entering ──entered──▶ inside
 *        ▲  │               │               │                     │
 *        │  └─────ended─────┴─────ended─────┴───────ended─────────┤
 *        └──────────────────────again──────────────────────── over ◀
 *
 * What arrives late (an answer to a visit that is already over) fits no arrow and changes nothing.
 */
export type Visit =
  | { at: 'opening' }
  | { at: 'check' | 'entering'; entrance: Entrance }
  | { at: 'inside'; room: Room; setup: Setup }
  | { at: 'over'; ending: Ending };

export type VisitEvent =
  | { type: 'opened'; entrance: Entrance }
  | { type: 'join' }
  | { type: 'entered'; room: Room; setup: Setup }
  | { type: 'ended'; ending: Ending }
  | { type: 'again' };

export interface Entrance {
  invitation: Invitation;
  /** LiveKit's signal URL. */
  serverUrl: string;
}

export function next(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'opened':
      return visit.at === 'opening' ? { at: 'check', entrance: event.entrance } : visit;
    case 'join':
      return visit.at === 'check' ? { at: 'entering', entrance: visit.entrance } : visit;
    case 'entered':
      return visit.at === 'entering' ? { at: 'inside', room: event.room, setup: event.setup } : visit;
    case 'ended':
      return visit.at === 'over' ? visit : { at: 'over', ending: event.ending };
    case 'again':
      return visit.at === 'over' ? { at: 'opening' } : visit;
  }
}
