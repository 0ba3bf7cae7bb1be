import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing } from './setup/prerequisites.ts';

/*
 * `npm test`: sets up what the tests need, runs all of them, and ends with "N passed, N failed".
 * Arguments go to Vitest: `npm test -- test/api` runs a part.
 */

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

const folder = mkdtempSync(join(tmpdir(), 'hall-report-'));
const reportFile = join(folder, 'report.json');
const faults = installMissing();
for (const fault of faults) process.stderr.write(`${fault}\n`);

const args = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
  ...process.argv.slice(2),
];
const vitest = faults.length > 0 ? undefined : spawnSync('vitest', args, { stdio: 'inherit' });
const report = readReport(reportFile);
rmSync(folder, { recursive: true, force: true });

// A file that fails to load, or a set-up that fails, has no tests to count and is a failure all the same.
const brokenFiles =
  report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 0;
const passed = report?.numPassedTests ?? 0;
const counted = (report?.numFailedTests ?? 0) + brokenFiles;
const failed = counted === 0 && vitest?.status !== 0 ? 1 : counted;
const skipped = report?.numPendingTests ?? 0;
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed === 0 ? 0 : 1;
