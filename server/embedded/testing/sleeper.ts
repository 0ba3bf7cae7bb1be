import { join } from 'node:path';
import type { ChildSettings } from '../child-life.ts';

const say = () => undefined;

/** A child that only sleeps, with its record in this folder. */
export const sleeper = (folder: string, changes: Partial<ChildSettings> = {}): ChildSettings => ({
  name: 'Sleeper',
  command: '/bin/sleep',
  args: ['300'],
  environment: {},
  record: { file: join(folder, 'sleeper.json'), owner: 'test' },
  stop: [{ signal: 'SIGTERM', graceMilliseconds: 1_000 }],
  ready: async () => undefined,
  onLine: () => undefined,
  log: { debug: say, info: say, warn: say, error: say },
  ...changes,
});
