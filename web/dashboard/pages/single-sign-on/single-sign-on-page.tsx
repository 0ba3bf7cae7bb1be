import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { describeError } from '../../api/refused.ts';
import { buttonClass } from '../../kit/button.tsx';
import { Lone } from '../../shell/lone.tsx';

/** Where the issuer of single sign-on sends people back to. */
export function SingleSignOnPage() {
  const { code = '', state = '', iss } = useSearch({ from: '/single-sign-on' });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const end = useQuery({
    // Once: a code is good for one sign-in.
    queryKey: ['endSingleSignOn', code],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const answer = await call('endSingleSignOn', { body: { code, state, ...(iss === undefined ? {} : { iss }) } });
      queries.removeQueries({ queryKey: ['getSession'] });
      await navigate({ to: '/', replace: true });
      return answer;
    },
  });
  if (end.error === null) return <Lone title="Signing you in">{null}</Lone>;
  return (
    <Lone title="You are not signed in" about={describeError(end.error)}>
      <Link to="/sign-in" className={buttonClass('primary')}>
        To signing in
      </Link>
    </Lone>
  );
}
