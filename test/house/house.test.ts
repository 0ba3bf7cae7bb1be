import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeVariables } from '../../server/config.ts';
import { version } from '../../server/version.ts';

const run = promisify(execFile);
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The words of a checker that found something, or nothing. */
const findings = async (command: string, args: string[]): Promise<string> => {
  try {
    await run(command, args, { maxBuffer: 50_000_000 });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
};

const slow = 120_000;

test('the types hold', { timeout: slow }, async () => {
  expect(await findings('tsc', ['--noEmit'])).toBe('');
});

test('the types of the pages hold', { timeout: slow }, async () => {
  expect(await findings('tsc', ['--noEmit', '-p', 'web'])).toBe('');
});

test('the linter and the formatter find nothing', { timeout: slow }, async () => {
  expect(await findings('biome', ['check', '--error-on-warnings'])).toBe('');
});

test('no arrow of the house points the wrong way', { timeout: slow }, async () => {
  expect(await findings('depcruise', ['--config', '.dependency-cruiser.cjs', 'server'])).toBe('');
});

test('the version is the package’s', () => {
  expect(JSON.parse(read('package.json')).version).toBe(version);
});

test('the README’s successor for operators names every variable and its default', () => {
  const text = read('docs/operators.md');
  for (const { name, fallback } of describeVariables()) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row, name).toBeDefined();
    if (fallback !== undefined) expect(row, name).toContain(`\`${fallback}\``);
  }
});
