/** So many calls to the media server at once. */
const atOnce = 8;

export const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Runs `work` for each item, a few at once. One that fails keeps none of the others from its turn; the first failure is thrown at the end. */
export const forEach = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const waiting = items.values();
  const failures: unknown[] = [];
  const take = async (): Promise<void> => {
    for (const item of waiting) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  if (failures.length > 0) throw failures[0];
};
