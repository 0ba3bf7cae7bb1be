import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';

export type Hall = Answer<'getHall'>;

export const nameOf = (hall: Pick<Hall, 'name'>): string => hall.name ?? 'Unnamed hall';

const reasons = {
  requested: 'Closed on request',
  empty: 'Closed, nobody was inside',
  max_duration: 'Closed, its time was over',
  plan: 'Closed by a change of plan',
};

export function HallState({ hall }: { hall: Pick<Hall, 'status' | 'close_reason' | 'participant_count'> }) {
  if (hall.status === 'closed') return <Badge>{reasons[hall.close_reason ?? 'requested']}</Badge>;
  return hall.participant_count > 0 ? <Badge tone="live">Live</Badge> : <Badge tone="good">Open</Badge>;
}
