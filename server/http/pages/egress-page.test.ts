import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { memoryWindows } from '../../limits/memory-windows.ts';
import { createApp } from '../app.ts';
import { rateLimits } from '../limits.ts';
import { egressPage, egressPagePath } from './egress-page.ts';

const start = async (...livekitUrls: string[]) => {
  const logged: string[] = [];
  const app = createApp({
    logger: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
    trustProxy: false,
    statusUrl: 'https://hall.test/status',
    limits: rateLimits(memoryWindows({ clock: performance }), () => {}),
    onAnswer: () => {},
  });
  onTestFinished(() => app.close());
  await egressPage(app, { livekitUrls });
  return { app, logged };
};

test('the page may talk to LiveKit at each of its addresses, and to nobody else', async () => {
  const { app } = await start('ws://10.0.0.5:7880', 'wss://livekit.test', 'http://10.0.0.5:7880');
  const { statusCode, headers, body } = await app.inject(`${egressPagePath}?title=Physics`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; " +
      'connect-src ws://10.0.0.5:7880 http://10.0.0.5:7880 wss://livekit.test https://livekit.test; ' +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  expect(body).not.toContain('Physics');
});

test('the token of a worker is in no log, whatever becomes of the request', async () => {
  const { app, logged } = await start('ws://livekit.test');
  for (const path of [egressPagePath, `${egressPagePath}/none`, `${egressPagePath}%`, `/${egressPagePath}`]) {
    await app.inject(`${path}?layout=grid&url=ws%3A%2F%2Flivekit.test&token=the-token`);
  }
  await app.inject({ method: 'POST', url: `${egressPagePath}?token=the-token`, payload: 'no JSON' });
  expect(logged.join('')).toContain(egressPagePath);
  expect(logged.join('')).not.toContain('the-token');
});

test('nothing that encodes is loaded: the worker does that', async () => {
  const { app } = await start('ws://livekit.test');
  const { body } = await app.inject(egressPagePath);
  const scripts = [...body.matchAll(/\/(assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path);
  expect(scripts).toContainEqual(expect.stringContaining('livekit-client'));
  for (const path of scripts) {
    const script = await readFile(new URL(`../../../web/dist/${path}`, import.meta.url), 'utf8');
    expect(/mediabunny|VideoEncoder/i.test(script), path).toBe(false);
  }
});
