import { expect, test } from 'vitest';
import { postgresLog } from './postgres-log.ts';

const levelsOf = (...lines: string[]): string[] => {
  const heard: string[] = [];
  const log = {
    debug: () => heard.push('debug'),
    info: () => {},
    warn: () => heard.push('warn'),
    error: () => heard.push('error'),
  };
  lines.forEach(postgresLog(log));
  return heard;
};

test('a fault is heard, the diary is not, and details go with what they explain', () => {
  const lines = [
    'LOG:  ready',
    'FATAL:  password authentication failed',
    'DETAIL:  why',
    'PANIC:  out of disk',
    'LOG:  x',
    'DETAIL:  y',
  ];
  expect(levelsOf(...lines)).toEqual(['debug', 'warn', 'warn', 'error', 'debug', 'debug']);
});

test('a connection that a stop ends is no fault', () => {
  const lines = [
    'FATAL:  terminating connection due to administrator command',
    'FATAL:  the database system is shutting down',
  ];
  expect(levelsOf(...lines)).toEqual(['debug', 'warn']);
});
