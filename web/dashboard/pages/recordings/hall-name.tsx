import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { Refused } from '../../api/refused.ts';
import { chosenOrganisation } from '../../shell/chosen-organisation.ts';
import { nameOf } from '../halls/hall-words.tsx';

const keptMilliseconds = 600_000;

/**
 * The name of a recording's hall, which leads to it. Kept for a while under a name of its own: events ask halls anew, and a
 * page of recordings would be many of them.
 */
export function HallName({ hallId }: { hallId: string }) {
  const hall = useQuery({
    queryKey: ['hallName', hallId],
    queryFn: ({ signal }) =>
      call('getHall', { params: { id: hallId } }, { organisation: chosenOrganisation(), signal }),
    staleTime: keptMilliseconds,
  });
  if (hall.error instanceof Refused && hall.error.status === 404)
    return <span className="table-main">A hall that was deleted</span>;
  return (
    <Link to="/halls/$hallId" params={{ hallId }} className="table-main">
      {hall.data === undefined ? hallId : nameOf(hall.data)}
    </Link>
  );
}
