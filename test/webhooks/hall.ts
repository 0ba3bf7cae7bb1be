import { test as base } from 'vitest';
import type { Client } from '../setup/client.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';
import { permissive } from './fixtures.ts';

type Fixtures = {
  $file: { clock: { ahead: number }; hall: TestHall };
  $test: { organisation: TestOrganisation; client: Client; stranger: Client };
};

/** A Hall that sends to loopback, and whose clock for signing goes `ahead` by so many milliseconds. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
  clock: [async ({}, use) => use({ ahead: 0 }), { scope: 'file' }],
  hall: [
    async ({ clock }, use) => {
      const hall = await startHall({
        environment: permissive,
        webhookClock: { now: () => Date.now() + clock.ahead },
      });
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  organisation: async ({ hall }, use) => use(await hall.organisation()),
  client: async ({ organisation }, use) => use(organisation.client),
  stranger: async ({ hall }, use) => use((await hall.organisation()).client),
});
