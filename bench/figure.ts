/** One measured number, as it stands in docs/performance.md. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it should be, in words; absent when the number only informs. */
  readonly target?: string;
};

/** `name  value unit  (target)`, aligned for reading in a terminal. */
export const figureLine = ({ name, value, unit, target }: Figure): string => {
  const rounded = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
  return `${name.padEnd(58)} ${rounded.padStart(10)} ${unit}${target === undefined ? '' : `  (target: ${target})`}`;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error('no values');
  return (low + high) / 2;
};
