import { type Static, Type } from 'typebox';
import { csv } from '../csv.ts';
import { HallError } from '../errors.ts';
import { firstIdAt } from '../ids.ts';
import { Choice } from '../schemas.ts';
import type { Span, UsageStore } from './usage-store.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const UsagePeriod = Type.Object({
  period: Type.String({ description: 'A day, `2026-11-21`, or a month, `2026-11`, of UTC.' }),
  participant_minutes: Type.Number({ minimum: 0, description: 'The time that people were inside, summed up.' }),
  recorded_minutes: Type.Number({
    minimum: 0,
    description: 'How long the completed recordings play that began then, deleted ones too.',
  }),
  halls: count('Halls created.'),
  requests: count('Requests with a key that the limits admitted.'),
  refused_requests: count("Refused with 429 by a key's own window."),
  refused_create: count('Refused by the window of creating halls.'),
  refused_join: count("Refused by a hall's window of joining."),
});

export const Usage = Type.Object({
  data: Type.Array(UsagePeriod, { description: 'Oldest first; each period is there.' }),
});

const Day = (description: string) => Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description }));

export const UsageQuery = Type.Object(
  {
    from: Day('The first day. Default: thirty days ago.'),
    until: Day('The last day. Default: today. At most 366 days.'),
    by: Type.Optional(Choice(['day', 'month'], { description: 'Default: day.' })),
  },
  { additionalProperties: false },
);

export type UsageWish = Static<typeof UsageQuery>;
export type UsageOf = (organisationId: string | null, wish: UsageWish) => Promise<Static<typeof Usage>>;

const dayMilliseconds = 86_400_000;
const mostDays = 366;
/** No hall is open for longer than a day; twice that leaves room for clocks that differ. */
const longestHall = 2 * dayMilliseconds;

const nameOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const startOf = (parameter: string, day: string): number => {
  const time = Date.parse(day);
  if (Number.isNaN(time) || nameOf(time) !== day || time < 0 || time > Date.UTC(9999, 0))
    throw new HallError('malformed_parameter', { values: { parameter, fault: 'is no day' } });
  return time;
};

const spanOf = ({ from, until }: UsageWish, now: number): { span: Span; days: string[] } => {
  const last = startOf('until', until ?? nameOf(now));
  const first = from === undefined ? last - 29 * dayMilliseconds : startOf('from', from);
  const length = Math.round((last - first) / dayMilliseconds) + 1;
  if (length < 1 || length > mostDays)
    throw new HallError('malformed_parameter', {
      values: { parameter: 'from', fault: `must lie before until, and no more than ${mostDays} days` },
    });
  const end = last + dayMilliseconds;
  const earliest = new Date(Math.max(0, first - longestHall));
  return {
    span: {
      from: nameOf(first),
      until: nameOf(end),
      firstHall: firstIdAt('hall', earliest),
      lastHall: firstIdAt('hall', new Date(end)),
      firstRecording: firstIdAt('rec', earliest),
      lastRecording: firstIdAt('rec', new Date(end)),
    },
    days: Array.from({ length }, (_, at) => nameOf(first + at * dayMilliseconds)),
  };
};

const nothing = {
  seconds: 0,
  recorded_seconds: 0,
  halls: 0,
  requests: 0,
  refused_requests: 0,
  refused_create: 0,
  refused_join: 0,
};
type Sums = typeof nothing;

const minutesOf = (seconds: number): number => Math.round((seconds / 60) * 100) / 100;

/** What was used in each day or month of a span; null for all organisations together. */
export const usageOf =
  (usage: UsageStore, clock: { now(): number }): UsageOf =>
  async (organisationId, wish) => {
    const { span, days } = spanOf(wish, clock.now());
    const [stays, counts] = await Promise.all([usage.days(organisationId, span), usage.counts(organisationId, span)]);
    const periodOf = (day: string): string => (wish.by === 'month' ? day.slice(0, 7) : day);
    const sums = new Map<string, Sums>(days.map((day) => [periodOf(day), { ...nothing }]));
    const add = (day: string, name: string, value: number): void => {
      const of = sums.get(periodOf(day));
      if (of !== undefined && Object.hasOwn(of, name)) of[name as keyof Sums] += value;
    };
    for (const { day, seconds, halls } of stays) {
      add(day, 'seconds', seconds);
      add(day, 'halls', halls);
    }
    for (const { day, what, count: value } of counts) add(day, what, value);
    return {
      data: [...sums].map(([period, { seconds, recorded_seconds: recorded, ...rest }]) => ({
        period,
        participant_minutes: minutesOf(seconds),
        recorded_minutes: minutesOf(recorded),
        ...rest,
      })),
    };
  };

const columns = Object.keys(UsagePeriod.properties) as (keyof Static<typeof UsagePeriod>)[];

export const usageAsCsv = ({ data }: Static<typeof Usage>): string =>
  csv(
    columns,
    data.map((period) => columns.map((column) => period[column])),
  );
