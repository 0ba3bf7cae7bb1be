import { execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ChildFailure, type ChildSettings } from './child-life.ts';
import { type Child, restartDelay, startChild } from './child-process.ts';
import { startTimeOf } from './process-identity.ts';
import { childrenOf, isRunning, startScript, temporaryFolder, until } from './testing/processes.ts';
import { sleeper } from './testing/sleeper.ts';

async function start(settings: ChildSettings): Promise<Child & { pid: number }> {
  const child = await startChild(settings);
  onTestFinished(() => child.stop());
  if (child.pid === undefined) throw new Error('no process');
  return child as Child & { pid: number };
}

const kill = (pid: number) => process.kill(pid, 'SIGKILL');

test('a child does not outlive a Hall that is killed with -9', async () => {
  const hall = await startScript('keep-child.ts', await temporaryFolder());
  const pid = Number(hall.firstLine);
  expect(isRunning(pid)).toBe(true);
  hall.process.kill('SIGKILL');
  await until(() => !isRunning(pid), 2_000);
});

test('nor a Hall that ends without stopping it', async () => {
  const hall = await startScript('keep-child.ts', await temporaryFolder());
  hall.process.kill('SIGTERM');
  await until(() => !isRunning(Number(hall.firstLine)), 2_000);
});

test('the next start ends it when even the watcher was killed', async () => {
  const folder = await temporaryFolder();
  const hall = await startScript('keep-child.ts', folder);
  const left = Number(hall.firstLine);
  for (const { pid, command } of childrenOf(hall.pid)) if (command.includes('hall-watcher')) kill(pid);
  hall.process.kill('SIGKILL');
  await until(() => !isRunning(hall.pid), 2_000);
  expect(isRunning(left)).toBe(true);
  const child = await start(sleeper(folder));
  expect(isRunning(left)).toBe(false);
  expect(child.pid).not.toBe(left);
});

test.for([
  ['of another start time, as when its pid was given away', { startTime: 'long ago' }],
  ['of another program', { command: '/usr/bin/elsewhere' }],
  ['of the folder that this one is a copy of', { owner: 'another folder' }],
] as const)('a recorded process %s is left alone', async ([, change]) => {
  const folder = await temporaryFolder();
  const stranger = spawn('/bin/sleep', ['300']);
  onTestFinished(() => void stranger.kill('SIGKILL'));
  const pid = stranger.pid ?? 0;
  const truth = { pid, startTime: await startTimeOf(pid), command: '/bin/sleep', owner: 'test' };
  await writeFile(sleeper(folder).record.file, JSON.stringify({ ...truth, ...change }));
  await start(sleeper(folder));
  expect(isRunning(pid)).toBe(true);
});

test('a child that dies is started again at once, and tells so', async () => {
  const child = await start(sleeper(await temporaryFolder()));
  expect(child.state).toBe('running');
  const first = child.pid;
  let restarts = 0;
  child.onRestart(() => restarts++);
  kill(first);
  const milliseconds = await until(() => restarts === 1, 2_000);
  // On an idle machine it takes some 20 ms; here others are at work.
  expect(milliseconds).toBeLessThan(1_000);
  expect(child.state).toBe('running');
  expect(child.pid).not.toBe(first);
});

test('restarts come at once, then after 0.1 s, doubling up to 10 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20].map(restartDelay)).toEqual([
    0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000,
  ]);
});

test('is restarting until it is ready, however often it dies', async () => {
  const folder = await temporaryFolder();
  let lives = 0;
  const ready = async (_pid: number, gone: AbortSignal) => {
    lives++;
    if (lives === 2 || lives === 3) await new Promise((resolve) => gone.addEventListener('abort', resolve));
  };
  const child = await start(sleeper(folder, { ready }));
  for (const life of [2, 3]) {
    kill(child.pid);
    await until(() => lives === life && child.pid !== undefined, 2_000);
    expect(child.state).toBe('restarting');
  }
  kill(child.pid);
  await until(() => child.state === 'running', 2_000);
  expect(lives).toBe(4);
});

test('stop ends it for good, and forgets it', async () => {
  const folder = await temporaryFolder();
  const child = await start(sleeper(folder));
  const { pid } = child;
  expect(JSON.parse(await readFile(sleeper(folder).record.file, 'utf8'))).toMatchObject({ pid });
  await child.stop();
  expect(isRunning(pid)).toBe(false);
  expect(child.state).toBe('stopped');
  await expect(readFile(sleeper(folder).record.file)).rejects.toThrow('ENOENT');
  await until(() => !childrenOf(process.pid).some(({ command }) => command.includes('hall-watcher')), 1_000);
});

test('stop ends the wait before a restart', async () => {
  const child = await start(sleeper(await temporaryFolder()));
  let restarts = 0;
  child.onRestart(() => restarts++);
  for (let death = 1; death <= 4; death++) {
    kill(child.pid);
    // The fourth restart would come after 0.4 s.
    if (death < 4) await until(() => restarts === death, 2_000);
  }
  await until(() => child.state === 'restarting', 2_000);
  await child.stop();
  expect(child.state).toBe('stopped');
  expect(childrenOf(process.pid).some(({ command }) => command.includes('sleep 300'))).toBe(false);
});

test('stop uses force on a child that does not listen', async () => {
  const script = 'trap "" TERM; echo deaf; while :; do sleep 0.1; done';
  const lines: string[] = [];
  const child = await start(
    sleeper(await temporaryFolder(), {
      command: '/bin/sh',
      args: ['-c', script],
      environment: { PATH: '/usr/bin:/bin' },
      stop: [{ signal: 'SIGTERM', graceMilliseconds: 100 }],
      onLine: (line) => lines.push(line),
    }),
  );
  await until(() => lines.includes('deaf'), 2_000);
  await child.stop();
  expect(isRunning(child.pid)).toBe(false);
});

test('has a session of its own, so that Ctrl-C in the terminal does not reach it', async () => {
  const { pid } = await start(sleeper(await temporaryFolder()));
  expect(Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }))).toBe(pid);
});

test('inherits nothing of the environment', async () => {
  const lines: string[] = [];
  const settings = {
    command: '/bin/sh',
    args: ['-c', 'env; exec sleep 300'],
    environment: { ONLY: 'this', PATH: '/usr/bin:/bin' },
    onLine: (line: string) => lines.push(line),
  };
  await start(sleeper(await temporaryFolder(), settings));
  await until(() => lines.includes('ONLY=this'), 2_000);
  expect(lines.join()).not.toMatch(/HOME=|USER=|NODE/);
});

test('a child that ends before it is ready is not tried again, and its last lines are known', async () => {
  const ready = (_pid: number, gone: AbortSignal) => sleep(5_000, undefined, { signal: gone }).catch(() => undefined);
  const settings = { command: '/bin/sh', args: ['-c', 'echo one; echo two >&2; exit 3'], ready };
  const failure: unknown = await startChild(sleeper(await temporaryFolder(), settings)).catch((error) => error);
  if (!(failure instanceof ChildFailure)) throw failure;
  expect(failure.message).toBe('it ended before it was ready (exit code 3)');
  expect([...failure.lastLines].sort()).toEqual(['one', 'two']);
});

test('a child that is not ready in time is ended', async () => {
  let pid = 0;
  const ready = async (own: number, gone: AbortSignal) => {
    pid = own;
    await new Promise((resolve) => gone.addEventListener('abort', resolve));
  };
  const slow = startChild(sleeper(await temporaryFolder(), { ready, startMilliseconds: 100 }));
  await expect(slow).rejects.toThrow('it was not ready after 0.1 s');
  expect(isRunning(pid)).toBe(false);
});

test('a program that is not there is told', async () => {
  const none = startChild(sleeper(await temporaryFolder(), { command: '/nowhere/program' }));
  await expect(none).rejects.toThrow('it cannot be run (no such file or directory)');
});
