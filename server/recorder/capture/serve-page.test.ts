import { expect, onTestFinished, test } from 'vitest';
import type { Fragment } from './capture.ts';
import { type PageEvents, servePage } from './serve-page.ts';

const settings = { serverUrl: 'wss://media.example:7443', token: 'the token', title: null, layout: 'grid' } as const;

const start = async (events: Partial<PageEvents> = {}) => {
  const page = await servePage(settings, {
    onFragment: async () => {},
    onStarted: () => {},
    onPoster: () => {},
    onEnded: () => {},
    ...events,
  });
  onTestFinished(() => page.close());
  const { origin, hash } = new URL(page.url);
  return { origin, secret: hash.slice(1) };
};

test('the page may talk to LiveKit and to its recorder, and to nobody else', async () => {
  const { origin } = await start();
  const answer = await fetch(origin);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self' wss://media.example:7443 https://media.example:7443;");
  expect(await answer.text()).not.toContain('the token');
});

test('whoever knows the secret is told the settings', async () => {
  const { origin, secret } = await start();
  expect(await (await fetch(`${origin}/${secret}/settings`)).json()).toEqual(settings);
});

test.for(['settings', 'fragment?kind=media&time=0&duration=1', 'poster', 'started', 'ended'])(
  'without it, nothing is told and nothing taken: %s',
  async (what) => {
    const taken: unknown[] = [];
    const note = (...all: unknown[]): void => void taken.push(all);
    const { origin, secret } = await start({
      onFragment: async (fragment) => note(fragment),
      onStarted: note,
      onPoster: note,
      onEnded: note,
    });
    for (const guess of ['', 'x', `${secret}x`, secret.slice(1), 'x'.repeat(secret.length)]) {
      const answer = await fetch(`${origin}/${guess}/${what}`, { method: 'POST', body: '{"reason":"stopped"}' });
      expect(answer.status).toBe(404);
    }
    expect(taken).toEqual([]);
  },
);

test('nothing but the built pages is served', async () => {
  const { origin } = await start();
  for (const path of [
    '/assets/../recording/index.html',
    '/assets/%2e%2e/built-from',
    '/assets/',
    '/etc/passwd',
    '/x',
  ]) {
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  }
});

test('a fragment is taken as it is, and its answer waits for that', async () => {
  const taken: Fragment[] = [];
  const kept = Promise.withResolvers<void>();
  const { origin, secret } = await start({
    onFragment: async (fragment) => {
      taken.push(fragment);
      await kept.promise;
    },
  });
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  let isAnswered = false;
  const posted = fetch(`${origin}/${secret}/fragment?kind=media&time=4.04&duration=0.96`, {
    method: 'POST',
    body: bytes,
  });
  void posted.then(() => {
    isAnswered = true;
  });
  await expect.poll(() => taken.length).toBe(1);
  expect(taken[0]).toMatchObject({ kind: 'media', time: 4.04, duration: 0.96 });
  expect(Buffer.from(taken[0]?.bytes ?? []).equals(bytes)).toBe(true);
  expect(isAnswered).toBe(false);
  kept.resolve();
  expect((await posted).status).toBe(204);
});

test('a fragment that could not be kept is answered so', async () => {
  const { origin, secret } = await start({ onFragment: () => Promise.reject(new Error('the disk is full')) });
  const answer = await fetch(`${origin}/${secret}/fragment?kind=init&time=0&duration=0`, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('');
});
