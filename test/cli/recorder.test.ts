import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { eventually } from '../setup/eventually.ts';
import { testDatabase } from '../setup/hall.ts';
import { connectedEnvironment, runProgram } from '../setup/hall-process.ts';

vi.setConfig({ testTimeout: 60_000 });

test('hall recorder: one a spool, says of itself how it stands, and stops in order', async ({ onTestFinished }) => {
  const database = await testDatabase();
  onTestFinished(database.drop);
  const spool = await temporaryFolder(onTestFinished);
  const environment = { ...connectedEnvironment({ database }), RECORDER_SPOOL: spool, RECORDER_CAPACITY: '3' };
  const start = (more: Record<string, string> = {}) =>
    runProgram('server/cli/main.ts', ['recorder'], { ...environment, ...more }, onTestFinished);
  const nowhere = '/nowhere/chromium';
  const first = start({ CHROMIUM_PATH: nowhere });
  await eventually(async () => {
    const rows = await database.query('select capacity, busy, is_able, reason from recorders');
    expect(rows).toEqual([{ capacity: 3, busy: 0, is_able: false, reason: expect.stringContaining(nowhere) }]);
  });
  const second = start();
  expect((await second.ended).code).toBe(1);
  expect(second.err).toContain('Another recorder uses');
  first.signal('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  const third = start();
  await eventually(async () => {
    const rows = await database.query('select is_able from recorders');
    // The same machine, not another one.
    expect(rows).toEqual([{ is_able: true }]);
  });
  third.signal('SIGTERM');
  expect(await third.ended).toEqual({ code: 0, signal: null });
});

test('hall recorder without a LiveKit says what it needs', async ({ onTestFinished }) => {
  const database = await testDatabase();
  onTestFinished(database.drop);
  const { LIVEKIT_URL: _, ...environment } = connectedEnvironment({ database });
  const program = runProgram('server/cli/main.ts', ['recorder'], environment, onTestFinished);
  expect((await program.ended).code).toBe(1);
  expect(program.err.trim()).toMatch(/^A recorder needs LIVEKIT_URL, .*$/);
});
