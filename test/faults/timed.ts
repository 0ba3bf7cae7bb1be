/** An answer and how long it took, in seconds. */
export const timed = async <T>(work: Promise<T>): Promise<{ answer: T; seconds: number }> => {
  const began = performance.now();
  const answer = await work;
  return { answer, seconds: (performance.now() - began) / 1000 };
};
