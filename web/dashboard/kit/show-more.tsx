import { Button } from './button.tsx';

/** The way to the next page of a list, where there is one. */
export function ShowMore({
  list,
  label = 'Show more',
}: {
  list: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  label?: string;
}) {
  if (!list.hasNextPage) return null;
  const show = async () => {
    // What was being asked anew is broken off by this, and would not be asked again.
    const wasAsking = list.isFetching;
    await list.fetchNextPage();
    if (wasAsking) await list.refetch();
  };
  return (
    <div className="table-foot">
      <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void show()}>
        {label}
      </Button>
    </div>
  );
}
