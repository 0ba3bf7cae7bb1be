import { readdir, readFile } from 'node:fs/promises';

export type BrowserLoad = {
  /** Of the processor, user and system. */
  readonly cpuSeconds: number;
  /** What the processes have for themselves and their share of what they have together (PSS). */
  readonly megabytes: number;
};

const ticksPerSecond = 100; // USER_HZ, the same on every Linux that Node runs on

type Process = { readonly pid: string; readonly parent: string; readonly ticks: number };

const processes = async (): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // Behind the name, which may hold anything: state, parent, …, utime and stime (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid, parent: fields[1] ?? '', ticks: Number(fields[11] ?? 0) + Number(fields[12] ?? 0) };
    }),
  );
  return all.filter(({ parent }) => parent !== '');
};

const kilobytesOf = async (pid: string): Promise<number> => {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
};

/** What all browsers that this process has started take together. Linux only. */
export const browserLoad = async (): Promise<BrowserLoad> => {
  const all = await processes();
  const below = (parent: string): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  const browsers: Process[] = [];
  for (const one of all.filter(({ parent }) => parent === String(process.pid))) {
    const command = await readFile(`/proc/${one.pid}/cmdline`, 'utf8').catch(() => '');
    if (/chrom|headless/i.test(command)) browsers.push(one, ...below(one.pid));
  }
  const kilobytes = await Promise.all(browsers.map(({ pid }) => kilobytesOf(pid)));
  return {
    cpuSeconds: browsers.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond,
    megabytes: kilobytes.reduce((sum, one) => sum + one, 0) / 1024,
  };
};
