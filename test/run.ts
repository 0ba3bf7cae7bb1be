import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing } from './setup/prerequisites.ts';

/*
 * `npm test`: sets up what the tests need, runs all of them, and ends with "N passed, N failed".
 * Arguments go to Vitest: `npm test -- test/api` runs a part.
 */

/** What runs in real time, browsers and recordings: one file at a time, or one disturbs what the other measures. */
const inRealTime = ['test/browser', 'test/recorder', 'test/dashboard-browser'];

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

const readReport = (file: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
};

type Count = { passed: number; failed: number; skipped: number };

const countOf = (report: Report | undefined, succeeded: boolean): Count => {
  // A file that fails to load, or a set-up that fails, has no tests to count and is a failure all the same.
  const brokenFiles =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 0;
  const counted = (report?.numFailedTests ?? 0) + brokenFiles;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: counted === 0 && !succeeded ? 1 : counted,
    skipped: report?.numPendingTests ?? 0,
  };
};

const runVitest = (args: readonly string[]): Count => {
  const folder = mkdtempSync(join(tmpdir(), 'hall-report-'));
  const reportFile = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { status } = spawnSync('vitest', ['run', ...reporters, ...args], { stdio: 'inherit' });
  const report = readReport(reportFile);
  rmSync(folder, { recursive: true, force: true });
  return countOf(report, status === 0);
};

const runAll = (): Count[] => {
  const chosen = process.argv.slice(2);
  if (chosen.length > 0) return [runVitest(chosen)];
  const without = inRealTime.map((path) => `--exclude=${path}/**`);
  return [runVitest(without), runVitest([...inRealTime, '--maxWorkers=1'])];
};

const faults = installMissing();
for (const fault of faults) process.stderr.write(`${fault}\n`);
const counts = faults.length > 0 ? [countOf(undefined, false)] : runAll();
const sum = (of: (count: Count) => number): number => counts.reduce((total, count) => total + of(count), 0);
const [passed, failed, skipped] = [
  sum((count) => count.passed),
  sum((count) => count.failed),
  sum((count) => count.skipped),
];
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed === 0 ? 0 : 1;
