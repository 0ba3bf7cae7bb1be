import type { Log } from './log.ts';

const levels = { WARNING: 'warn', ERROR: 'error', FATAL: 'warn', PANIC: 'error' } as const;

/**
 * Passes on what PostgreSQL writes. FATAL is the end of one connection, seldom of the server; LOG
 * is its diary. Its lines of detail
 * follow the one that they explain, and keep its level.
 */
export function postgresLog(log: Log): (line: string) => void {
  let level: 'debug' | 'warn' | 'error' = 'debug';
  return (line) => {
    const [, severity, text] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
    if (severity !== undefined && severity in levels) level = levels[severity as keyof typeof levels];
    else if (severity === 'LOG') level = 'debug';
    log[level]({ part: 'postgresql' }, severity === 'LOG' ? `PostgreSQL: ${text}` : `PostgreSQL: ${line}`);
  };
}
