import type { Answer } from '../../api/call.ts';

export type EventType = Answer<'listEvents'>['data'][number]['type'];

/** Every type of event, and what it tells. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'hall.created': 'A hall was opened',
  'hall.closed': 'A hall was closed',
  'hall.deleted': 'A hall was deleted',
  'participant.joined': 'Somebody entered',
  'participant.left': 'Somebody left',
  'recording.started': 'A recording began',
  'recording.completed': 'A recording is ready',
  'recording.failed': 'A recording failed',
};

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventTypes, text);
