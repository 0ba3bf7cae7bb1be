import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLocked, openDataFolder } from './data-folder.ts';
import { StartError } from './start-error.ts';
import { isRoot, startScript, temporaryFolder } from './testing/processes.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('makes the folder for its owner alone, and root lets others pass through it', async () => {
  const path = join(await temporaryFolder(), 'deep', 'hall');
  const folder = await openDataFolder(path, 'server');
  expect(folder.path).toBe(path);
  expect(await modeOf(path)).toBe(isRoot ? '711' : '700');
  await folder.release();
});

test('leaves the mode of a folder that was there', async () => {
  const path = join(await temporaryFolder(), 'given');
  await mkdir(path, { mode: 0o750 });
  await (await openDataFolder(path, 'server')).release();
  expect(await modeOf(path)).toBe('750');
});

test('makes a secret once and keeps it in a file of mode 600', async () => {
  const path = await temporaryFolder();
  const folder = await openDataFolder(path, 'server');
  let made = 0;
  const make = () => `secret ${++made}`;
  const [first, second] = await Promise.all([folder.secret('key', make), folder.secret('key', make)]);
  expect(second).toBe(first);
  await folder.release();
  const again = await openDataFolder(path, 'command');
  expect(await again.secret('key', make)).toBe(first);
  expect(await readFile(join(path, 'secrets', 'key'), 'utf8')).toBe(`${first}\n`);
  expect(await modeOf(join(path, 'secrets', 'key'))).toBe('600');
  await again.release();
});

test('refuses an emptied secret instead of making another', async () => {
  const path = await temporaryFolder();
  await mkdir(join(path, 'secrets'));
  await writeFile(join(path, 'secrets', 'key'), '\n');
  const folder = await openDataFolder(path, 'server');
  await expect(folder.secret('key', () => 'new')).rejects.toThrow(/is empty\. Restore it/);
  await folder.release();
});

test('refuses a second server and names the first and the folder', async () => {
  const path = await temporaryFolder();
  const holder = await startScript('hold-folder.ts', path, 'server');
  expect(holder.firstLine).toBe('held');
  const second = openDataFolder(path, 'server');
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`Hall is already running on the data folder ${path} (process ${holder.pid}).`);
  await expect(openDataFolder(path, 'command')).rejects.toThrow(`(process ${holder.pid})`);
});

test('is free at once when the holder is killed, whoever has its pid now', async () => {
  const path = await temporaryFolder();
  const holder = await startScript('hold-folder.ts', path, 'server');
  const name = JSON.parse(await readFile(join(path, 'holder.json'), 'utf8'));
  holder.process.kill('SIGKILL');
  await new Promise((resolve) => holder.process.once('exit', resolve));
  await writeFile(join(path, 'holder.json'), JSON.stringify({ ...name, pid: process.pid }));
  expect(await isLocked(path)).toBe(false);
  await (await openDataFolder(path, 'server')).release();
});

test('has one winner when several start at once after a holder was killed', async () => {
  const path = await temporaryFolder();
  const holder = await startScript('hold-folder.ts', path, 'server');
  holder.process.kill('SIGKILL');
  const starts = await Promise.all([1, 2, 3, 4].map(() => startScript('hold-folder.ts', path, 'server')));
  const lines = starts.map(({ firstLine }) => firstLine);
  expect(lines.filter((line) => line === 'held')).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('StartError: Hall is already running'))).toHaveLength(3);
});

test('isLocked tells of a server and of nobody else', async () => {
  const path = await temporaryFolder();
  expect(await isLocked(join(path, 'nowhere'))).toBe(false);
  const command = await openDataFolder(path, 'command');
  expect(await isLocked(path)).toBe(false);
  await command.release();
  const server = await openDataFolder(path, 'server');
  expect(await isLocked(path)).toBe(true);
  await server.release();
  expect(await isLocked(path)).toBe(false);
});

test.for(['command', 'server'] as const)('a %s waits for the command before it', async (role) => {
  const path = await temporaryFolder();
  const first = await openDataFolder(path, 'command');
  let isIn = false;
  const second = openDataFolder(path, role).finally(() => {
    isIn = true;
  });
  // A third one's whole wait passes, and the second still stands before the door.
  await expect(openDataFolder(path, 'command', { waitMilliseconds: 100 })).rejects.toThrow(StartError);
  expect(isIn).toBe(false);
  await first.release();
  const folder = await second;
  await folder.release();
});

test('the wait for a command has an end', async () => {
  const path = await temporaryFolder();
  const command = await openDataFolder(path, 'command');
  const wait = openDataFolder(path, 'command', { waitMilliseconds: 100 });
  await expect(wait).rejects.toThrow(`A Hall command (process ${process.pid}) still uses the data folder ${path}.`);
  await command.release();
});

test('tells to set DATA_DIR when the folder cannot be made', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(openDataFolder(join(file, 'hall'), 'server')).rejects.toThrow(
    `The data folder ${join(file, 'hall')} cannot be made (not a directory). Set DATA_DIR to a folder that this user may write to.`,
  );
});
