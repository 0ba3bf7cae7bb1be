/** The times at which everyone is told that the hall is about to end, in seconds before it. */
const marks = [60, 300] as const;

/** Both Hall and the page's own clock tell of each mark; people hear of each once. */
export class ClosingTime {
  #lastMark = Number.POSITIVE_INFINITY;

  /** The words to show, if there is anything new to say with so many seconds left. */
  wordsAt(secondsLeft: number): string | undefined {
    const mark = marks.find((it) => secondsLeft <= it);
    if (mark === undefined || secondsLeft <= 0 || mark >= this.#lastMark) return undefined;
    this.#lastMark = mark;
    return `This hall ends in ${inMinutes(secondsLeft)}.`;
  }
}

/** How long to wait for the next mark, in milliseconds; undefined after the last. */
export function untilNextMark(secondsLeft: number): number | undefined {
  const next = marks.findLast((it) => it < secondsLeft);
  return next === undefined ? undefined : Math.ceil((secondsLeft - next) * 1000);
}

/** Somebody who comes in late is told what is left then. */
function inMinutes(seconds: number): string {
  if (seconds < 45) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'one minute' : `${minutes} minutes`;
}
