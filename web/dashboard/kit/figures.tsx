const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const hours = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const ago = (date: Date): string => {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = units.find(([, of]) => Math.abs(seconds) >= of) ?? ['second' as const, 1];
  return unit === 'second' ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
};

/** A time where the reader is; the exact one, in UTC, is its title. `none` is shown when there is no time. */
export function Time({
  at,
  none = '–',
  as = 'full',
}: {
  at: string | null | undefined;
  none?: string;
  /** `ago` for what is recent, `clock` where the day is clear. */
  as?: 'full' | 'ago' | 'clock';
}) {
  if (at === null || at === undefined) return <span className="soft">{none}</span>;
  const date = new Date(at);
  const words = as === 'ago' ? ago(date) : (as === 'clock' ? hours : full).format(date);
  return (
    <time dateTime={at} title={date.toISOString()}>
      {words}
    </time>
  );
}

const whole = new Intl.NumberFormat();

/** `1,000`, as it is written where the reader is. */
export const count = (number: number): string => whole.format(number);

/** `812 kB`, `1.4 GB`: as storage is sold, in thousands. */
export const bytes = (number: number): string => {
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, number)) / 3)));
  const value = number / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : count(Math.round(value))} ${['B', 'kB', 'MB', 'GB'][step]}`;
};

/** `1 h 05 min`, `3 min`, `12 s`. */
export const duration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')} min`;
};
