import { Button } from './button.tsx';

/** The way to the next page of a list, where there is one. */
export function ShowMore({
  list,
  label = 'Show more',
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className="table-foot">
      <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
