import { expect } from 'vitest';
import { newMember } from '../dashboard/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { test } from './fixtures.ts';
import { bringSession, openPage } from './people.ts';

const paths = [
  '/dashboard',
  '/dashboard/',
  '/dashboard/halls',
  '/dashboard/halls/hall_x',
  '/dashboard/settings/members',
];

test.for(paths)('%s is the dashboard, under a policy that lets nothing in line', async (path, { hall }) => {
  const answer = await fetch(`${hall.url}${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)|<style|style="/);
});

test('what it loads may be kept for good, and what is not there is not found', async ({ hall }) => {
  const html = await (await fetch(`${hall.url}/dashboard`)).text();
  const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    const answer = await fetch(`${hall.url}${part}`);
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  for (const path of ['/assets/gone.js', '/dashboard/gone.js', '/dashboard/v1/gone.js']) {
    const answer = await fetch(`${hall.url}${path}`);
    expect([path, answer.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
    expect([401, 404]).toContain(answer.status);
    await answer.arrayBuffer();
  }
});

/** Bytes: what the dashboard may load of scripts, compressed, until its first page is there. */
const budget = 300_000;

test('the first page needs few scripts, and is there soon', async ({ hall, browser, organisation }) => {
  const { browser: session } = await newMember(hall, organisation.id, 'owner');
  const page = await openPage(browser);
  await bringSession(page, hall, session.jar.header);
  const scripts: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    expect(response.headers()['content-encoding']).toBe('br');
    scripts.push((await response.request().sizes()).responseBodySize);
  });
  const start = performance.now();
  await page.goto(`${hall.url}/dashboard/halls`);
  await page.getByRole('heading', { name: 'No halls yet' }).waitFor();
  const took = performance.now() - start;
  await eventually(() => expect(scripts.length).toBeGreaterThan(2));
  const bytes = scripts.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`the halls' page: ${bytes} bytes of scripts, there after ${Math.round(took)} ms\n`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(budget);
});
