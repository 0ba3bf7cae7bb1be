import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When this process started, in a form that only serves to be compared; undefined when there is no such process or
 * it has ended and only waits to be reaped. A pid with its start time names one process for good: the kernel gives
 * pids away again, to strangers too.
 */
export function startTimeOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeByPs(pid);
}

async function startTimeOnLinux(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  if (stat === undefined) return undefined;
  // The second field, the command in parentheses, may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticksSinceBoot] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : `${boot.trim()} ${ticksSinceBoot}`;
}

async function startTimeByPs(pid: number): Promise<string | undefined> {
  const line = await ps(pid, 'state=,lstart=');
  return line === undefined || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/** The command line of a process, its words joined by spaces; undefined when there is none. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'args=');
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words === '' ? undefined : words.split('\0').join(' ').trim();
}

async function ps(pid: number, columns: string): Promise<string | undefined> {
  // The time zone is fixed, so that a start time compares equal on both sides of a change of the clocks.
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC0' };
  const { stdout } = await run('ps', ['-ww', '-o', columns, '-p', String(pid)], { env }).catch(() => ({ stdout: '' }));
  return stdout.trim() === '' ? undefined : stdout.trim();
}
