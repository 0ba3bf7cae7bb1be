import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { eventually } from '../setup/eventually.ts';
import { embeddedEnvironment, launchHall } from '../setup/hall-process.ts';
import { hallCommand } from './hall-command.ts';

/* The command line on a data folder: beside the server that holds it, and when there is none. */

vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the same data with the server and without it', async ({ onTestFinished }) => {
  const environment = await embeddedEnvironment(await temporaryFolder(onTestFinished));
  const { run, json } = hallCommand(environment, onTestFinished);
  const server = await launchHall(environment, onTestFinished);
  await server.ready();

  const [first] = await json('organisations', 'list');
  expect(first).toMatchObject({ id: expect.stringMatching(/^org_/), open_halls: 0 });
  const beside = await json('keys', 'create', '--organisation', first.id, '--name', 'beside');
  const ask = async () => (await server.client(`Bearer ${beside.key}`).get('/v1/organisation')).status;
  expect(await ask()).toBe(200);
  await json('keys', 'revoke', beside.id);
  await eventually(async () => expect(await ask()).toBe(401), 1_000);

  // As README tells it: npm, from the package's folder.
  const command = ['run', '--silent', 'hall', '--', 'organisations', 'list', '--json'];
  const { PATH, HOME } = process.env;
  const byNpm = await promisify(execFile)('npm', command, { cwd: root, env: { PATH, HOME, ...environment } });
  expect(JSON.parse(byNpm.stdout)).toEqual([first]);

  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  const without = await run('keys', 'list', '--organisation', first.id, '--json');
  expect(without).toMatchObject({ code: 0, err: '' });
  const keys = JSON.parse(without.out);
  expect(keys).toContainEqual(expect.objectContaining({ id: beside.id, revoked_at: expect.any(String) }));
  const doctor = await json('doctor');
  expect(doctor).toContainEqual({ part: 'API', ok: true, found: `does not run on port ${environment.PORT}` });
  expect(doctor).toContainEqual(expect.objectContaining({ part: 'PostgreSQL', ok: true }));

  // What a command started has ended with it, and the folder is free for a server.
  const again = await launchHall(environment, onTestFinished);
  await again.ready();
});
