import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

/** Shows an answer, what stands in its place until it is there, or why it is not. What was shown once stays while it is asked anew. */
export function Answered<Data>({
  query,
  waiting,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> };
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return waiting;
}
