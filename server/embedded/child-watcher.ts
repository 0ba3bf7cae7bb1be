import { spawn } from 'node:child_process';

/** A signal and how long to wait for it to work before the next step, in milliseconds. */
export type StopStep = { readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGQUIT'; readonly graceMilliseconds: number };

export type ChildWatcher = {
  /** Tells which process to end when Hall is gone. */
  watch(pid: number): void;
  /** The child has ended: its pid may soon be a stranger's. */
  dismiss(): void;
};

/**
 * A shell that reads from a pipe which only Hall writes to. However Hall dies, kill -9 included, the kernel closes the
 * pipe, and the shell ends the child: first as `stop` would, then by force. It is started before the child, so that
 * there is no moment without it.
 */
export function startWatcher(stop: readonly StopStep[]): ChildWatcher {
  const steps = stop.map(({ signal, graceMilliseconds }) => `${signal.slice(3)} ${Math.ceil(graceMilliseconds / 100)}`);
  const shell = spawn('/bin/sh', ['-c', script, 'hall-watcher', ...steps], {
    // Its own session: what a terminal or a supervisor sends to Hall's whole group must not end the watcher with it.
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  return {
    watch: (pid) => void shell.stdin.write(`${pid}\n`),
    dismiss: () => void shell.stdin.end('ended\n'),
  };
}

// Each argument is a signal and the tenths of a second it is given. At last the child's whole group is killed.
const script = `
read -r pid || exit 0
read -r word && exit 0
for step in "$@"; do
  kill -s "\${step% *}" "$pid" 2>/dev/null || exit 0
  tenths="\${step#* }"
  while [ "$tenths" -gt 0 ]; do
    sleep 0.1
    kill -0 "$pid" 2>/dev/null || exit 0
    tenths=$((tenths - 1))
  done
done
kill -s KILL -- "-$pid" 2>/dev/null || kill -s KILL "$pid"
`;
