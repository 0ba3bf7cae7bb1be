import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Process = { readonly pid: number; readonly parent: number; readonly command: string };

const processes = async (): Promise<Process[]> => {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,stat=,command='], { maxBuffer: 10 * 2 ** 20 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
};

/** The recorder's browsers that a process has started, and all that belongs to them: the browser itself comes first. */
export const browsersOf = async (owner: number): Promise<Process[]> => {
  const all = await processes();
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(owner).filter(({ command }) => /chrom/i.test(command));
};

export const isAlive = async (pids: readonly number[]): Promise<boolean> =>
  (await processes()).some(({ pid }) => pids.includes(pid));
