import type { Log } from './log.ts';

const levels = { WARNING: 'warn', ERROR: 'error', FATAL: 'warn', PANIC: 'error' } as const;

/** What a stop says of each connection that is still there; whoever loses one in the middle of work says so himself. */
const endOfConnection = 'terminating connection due to administrator command';

/**
 * Passes on what PostgreSQL writes. FATAL is the end of one connection, seldom of the server; LOG is its diary. Its lines
 * of detail follow the one that they explain, and keep its level.
 */
export function postgresLog(log: Log): (line: string) => void {
  let level: 'debug' | 'warn' | 'error' = 'debug';
  return (line) => {
    const [, severity, text] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
    if (severity === 'LOG' || text === endOfConnection) level = 'debug';
    else if (severity !== undefined && severity in levels) level = levels[severity as keyof typeof levels];
    log[level]({ part: 'postgresql' }, severity === 'LOG' ? `PostgreSQL: ${text}` : `PostgreSQL: ${line}`);
  };
}
