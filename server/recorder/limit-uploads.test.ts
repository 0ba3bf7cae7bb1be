import { expect, test } from 'vitest';
import { limitUploads } from './limit-uploads.ts';

test('one organisation whose bucket hangs does not hold those of others', async () => {
  const limit = limitUploads();
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  let held = 0;
  const stuck = Array.from({ length: 50 }, () =>
    limit('org_a', async () => {
      held += 1;
      await hanging;
    }),
  );
  expect(await limit('org_b', async () => 'done')).toBe('done');
  expect(held).toBe(2);
  resolve();
  await Promise.all(stuck);
  expect(held).toBe(50);
});

test('no more than so many parts are in memory', async () => {
  const limit = limitUploads();
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      limit(`org_${index}`, async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
      }),
    ),
  );
  expect(most).toBe(16);
});
