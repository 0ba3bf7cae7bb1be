import { expect } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import type { TestHall } from '../setup/hall.ts';

/** How often this instance has swept, by its own metrics. */
export const roundsOf = async (hall: Pick<TestHall, 'client'>): Promise<number> => {
  const { text } = await hall.client().get('/metrics');
  return Number(/^hall_sweep_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
};

/** Waits until this instance has swept so often from now on, from beginning to end. */
export const rounds = async (hall: Pick<TestHall, 'client'>, times: number): Promise<void> => {
  // The one under way may have read already what is to be seen.
  const goal = (await roundsOf(hall)) + times + 1;
  await eventually(async () => expect(await roundsOf(hall)).toBeGreaterThanOrEqual(goal));
};
