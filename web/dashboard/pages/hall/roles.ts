import type { Answer } from '../../api/call.ts';

export type Participant = Answer<'getParticipant'>;
export type CallRole = Participant['role'];

export const callRoles: readonly CallRole[] = ['host', 'participant', 'viewer'];

export const roleNames: Readonly<Record<CallRole, string>> = {
  host: 'host',
  participant: 'participant',
  viewer: 'viewer',
};

export const personName = (participant: Pick<Participant, 'name'>): string => participant.name ?? 'Unnamed';
