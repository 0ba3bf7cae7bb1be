/** Each part is in memory while it is uploaded. */
const atOnce = 16;
/** A bucket that hangs holds no more than this, so that those of others go on. */
const atOnceEach = 2;

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

const limitOf = (most: number): Limit => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Whoever ends gives its place to the one who has waited longest.
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

export type LimitUploads = <T>(organisationId: string, work: () => Promise<T>) => Promise<T>;

/** Lets a few parts at a time through, of all organisations together and of each. */
export const limitUploads = (): LimitUploads => {
  const all = limitOf(atOnce);
  const each = new Map<string, Limit>();
  return (organisationId, work) => {
    const own = each.get(organisationId) ?? limitOf(atOnceEach);
    each.set(organisationId, own);
    return own(() => all(work));
  };
};
