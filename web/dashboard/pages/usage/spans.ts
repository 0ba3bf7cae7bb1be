const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const daysBefore = (date: Date, days: number): Date => new Date(date.getTime() - days * 86_400_000);

/** Spans of time to choose from, each as what to ask of Hall. */
export const spans = {
  month: { label: '30 days', query: (now: Date) => ({ from: dayOf(daysBefore(now, 29)), by: 'day' as const }) },
  quarter: { label: '90 days', query: (now: Date) => ({ from: dayOf(daysBefore(now, 89)), by: 'day' as const }) },
  year: {
    label: '12 months',
    query: (now: Date) => ({
      from: dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))),
      by: 'month' as const,
    }),
  },
};

export type Span = keyof typeof spans;
