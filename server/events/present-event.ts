import { type Static, Type } from 'typebox';
import { eventTypes } from '../database/tables.ts';
import { Hall } from '../halls/present-hall.ts';
import { Participant } from '../participants/present-participant.ts';
import { Recording } from '../recordings/present-recording.ts';
import { Choice, Nullable, Time } from '../schemas.ts';
import type { EventRow } from './event-store.ts';

export const EventParams = Type.Object({
  id: Type.String({ description: "The event's id.", examples: ['evt_01k9zq4c2b7d8f9g0h1j2k3m4n'] }),
});

export const Event = Type.Object({
  id: Type.String(),
  type: Choice(eventTypes),
  created_at: Time('When it happened.'),
  sequence: Nullable(
    Type.Integer({
      minimum: 1,
      description: "Among the hall's events: 1, 2, 3 …, without gaps. Orders them for a receiver.",
    }),
  ),
  data: Type.Object(
    {
      hall: Type.Optional(Hall),
      participant: Type.Optional(Participant),
      recording: Type.Optional(Recording),
    },
    { description: 'What the event is about, as it was when the change was made.' },
  ),
});

export type EventBody = Static<typeof Event>;

type Told = Pick<EventRow, 'id' | 'type' | 'created_at' | 'sequence' | 'data'>;

export const presentEvent = ({ id, type, created_at, sequence, data }: Told): EventBody => ({
  id,
  type,
  created_at: created_at.toISOString(),
  sequence,
  data,
});
