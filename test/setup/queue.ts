/** What happens outside, for a test to take one by one. */
export type Queue<Item> = {
  push(item: Item): void;
  /** The oldest that nobody took; rejects when none comes within 20 seconds. */
  next(): Promise<Item>;
};

const patience = 20_000;

/** `what` is named when the test waited in vain. */
export const openQueue = <Item>(what: string): Queue<Item> => {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    push: (item) => {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    next: () =>
      new Promise((resolve, reject) => {
        const [item] = items.splice(0, 1);
        if (item !== undefined) return resolve(item);
        const taker = (taken: Item) => {
          clearTimeout(timer);
          resolve(taken);
        };
        const timer = setTimeout(() => {
          takers.splice(takers.indexOf(taker), 1);
          reject(new Error(`${what}: none within ${patience / 1000} s`));
        }, patience);
        takers.push(taker);
      }),
  };
};
