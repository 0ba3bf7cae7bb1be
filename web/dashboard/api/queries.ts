import { infiniteQueryOptions, QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { chosenOrganisation } from '../shell/chosen-organisation.ts';
import { type Answer, call, type Operation, type Request } from './call.ts';
import { Refused } from './refused.ts';

/** Everything that was asked of Hall, by operation and request, for the organisation that is chosen. */
export const makeQueryClient = (onSignedOut: () => void): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal stands; what got no answer, or only for the moment, is asked again.
        retry: (count, error) => count < 2 && error instanceof Refused && (error.status === 0 || error.status >= 502),
      },
    },
  });
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (error instanceof Refused && error.code === 'session_missing') onSignedOut();
  });
  return client;
};

const withOrganisation = (signal?: AbortSignal) => ({
  organisation: chosenOrganisation(),
  ...(signal === undefined ? {} : { signal }),
});

/** What an operation answers, kept until something is known to have changed. */
export const ask = <Name extends Operation>(name: Name, request: Request<Name>) =>
  queryOptions({
    queryKey: [name, request],
    queryFn: ({ signal }): Promise<Answer<Name>> => call(name, request, withOrganisation(signal)),
  });

type Listing = { [Name in Operation]: Answer<Name> extends { next_cursor: string | null } ? Name : never }[Operation];

/** A list, page by page. */
export const askPages = <Name extends Listing>(name: Name, request: Request<Name>) =>
  infiniteQueryOptions({
    queryKey: [name, 'pages', request],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }): Promise<Answer<Name>> => {
      const { query = {} } = request as { query?: object };
      const paged = { ...request, query: { ...query, cursor: pageParam } } as Request<Name>;
      return call(name, paged, withOrganisation(signal));
    },
    getNextPageParam: (last) => (last as { next_cursor: string | null }).next_cursor ?? undefined,
  });

/** An act on Hall. What it may have changed, named by operations, is asked anew when it is over, failed ones too. */
export const useAct = <Name extends Operation>(name: Name, changes: readonly Operation[]) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: Request<Name>): Promise<Answer<Name>> => call(name, request, withOrganisation()),
    onSettled: () => Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] }))),
  });
};
