import { describe, expect } from 'vitest';
import { followEvents } from '../setup/event-stream.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { openHall, test } from './fixtures.ts';

/** Reads to the end: a Hall does not stop while somebody is still to be sent something. */
const get = async (hall: TestHall, path: string, accept = 'text/html') => {
  const answer = await fetch(new URL(path, hall.url), { headers: { accept } });
  return { status: answer.status, headers: answer.headers, url: answer.url, text: await answer.text() };
};

/** Addresses of other machines that a page would load something from. */
const foreignParts = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="((?:https?:)?\/\/[^"]+)"/g)].map(([, address]) => address ?? '');

const nowhere = 'ws://127.0.0.1:1';

describe('without a key, and counted by no limit', () => {
  test('/healthz says that the process answers', async ({ hall }) => {
    const answer = await get(hall, '/healthz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: true }]);
  });

  test('/readyz names the parts and whether they are there', async ({ hall }) => {
    const answer = await get(hall, '/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      {
        ready: true,
        parts: ['database', 'media server', 'rate limits', 'recording'].map((name) =>
          expect.objectContaining({ name, ready: true }),
        ),
      },
    ]);
  });

  test('/status is a page for people and JSON for programs', async ({ hall }) => {
    const page = await get(hall, '/status');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Everything works');
    expect(foreignParts(page.text)).toEqual([]);
    const json = await get(hall, '/status', 'application/json');
    expect(JSON.parse(json.text)).toMatchObject({ status: 'Everything works', ready: true });
  });

  test('/docs reads /openapi.json and loads nothing from elsewhere', async ({ hall }) => {
    const page = await get(hall, '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('/openapi.json');
    expect(foreignParts(page.text)).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page.text) ?? [];
    const loaded = await get(hall, new URL(script ?? '', page.url).pathname);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
  });

  test('/ leads to the documentation and the status', async ({ hall }) => {
    const page = await get(hall, '/');
    for (const path of ['/docs', '/openapi.json', '/status']) {
      expect(page.text).toContain(`href="${path}"`);
      expect((await get(hall, path)).status).toBe(200);
    }
  });

  test("a join_url's page and the parts it loads, in a frame of any site", async ({ hall, client }) => {
    const { id } = await openHall(client);
    const { join_url } = (await client.post(`/v1/halls/${id}/join`)).body;
    const page = await get(hall, new URL(join_url).pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(foreignParts(page.text)).toEqual([]);
    const parts = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(parts.length).toBeGreaterThan(0);
    for (const path of parts) expect((await get(hall, path)).status).toBe(200);
  });

  test('150 times at once', async ({ hall }) => {
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await get(hall, '/healthz')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('/metrics', () => {
  const metricsOf = async (hall: TestHall): Promise<string> => {
    const answer = await get(hall, '/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    return answer.text;
  };
  const readSeries = (text: string, series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1] ?? 0,
    );

  test('counts requests by route and status, never by id', async ({ hall, client }) => {
    const series = (route: string, status: number, method = 'GET') =>
      `hall_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    const before = await metricsOf(hall);
    const { id } = await openHall(client);
    await client.get(`/v1/halls/${id}`);
    await client.get('/v1/halls/x');
    await client.get('/v1/nothing');
    const after = await metricsOf(hall);
    for (const one of [series('/v1/halls', 201, 'POST'), series('/v1/halls/:id', 200), series('/v1/halls/:id', 404)]) {
      expect(readSeries(after, one) - readSeries(before, one), one).toBe(1);
    }
    expect(after).not.toContain(id);
    expect(after).not.toContain('/v1/nothing');
  });

  test('counts what the limits refuse, by window', async ({ hall }) => {
    const { client } = await hall.organisation({ limit_create: 1 });
    const series = 'hall_limiter_refusals_total{scope="create"}';
    const before = readSeries(await metricsOf(hall), series);
    await openHall(client);
    expect((await client.post('/v1/halls', {})).status).toBe(429);
    expect(readSeries(await metricsOf(hall), series) - before).toBe(1);
  });

  test('tells of open halls, media calls, the database and the event loop', async ({ hall, client }) => {
    const openBefore = readSeries(await metricsOf(hall), 'hall_open_halls');
    await openHall(client);
    const text = await metricsOf(hall);
    expect(readSeries(text, 'hall_open_halls')).toBeGreaterThanOrEqual(openBefore + 1);
    expect(readSeries(text, 'hall_media_call_seconds_count{call="CreateRoom",result="ok"}')).toBeGreaterThan(0);
    expect(readSeries(text, 'hall_media_reachable')).toBe(1);
    expect(readSeries(text, 'hall_windows_shared')).toBe(1);
    expect(readSeries(text, 'hall_database_connections')).toBeGreaterThan(0);
    expect(text).toContain('nodejs_eventloop_lag_seconds ');
  });

  test('tells of events and their streams, and counts no stream as a long request', async ({
    hall,
    organisation: { key, client },
    onTestFinished,
  }) => {
    const requests = 'hall_http_request_seconds_count{method="GET",route="/v1/events",status="200"}';
    const before = await metricsOf(hall);
    const stream = await followEvents(hall.url, key, onTestFinished);
    await openHall(client);
    await stream.until(1);
    const open = await metricsOf(hall);
    expect(readSeries(open, 'hall_event_streams')).toBeGreaterThanOrEqual(1);
    for (const series of ['hall_events_published_total', 'hall_event_publishing_seconds_count'])
      expect(readSeries(open, series), series).toBeGreaterThan(readSeries(before, series));
    expect(open).toMatch(/^hall_events_lag_seconds [\d.]+$/m);
    stream.close();
    await eventually(async () => expect(readSeries(await metricsOf(hall), 'hall_event_streams')).toBe(0));
    expect(readSeries(await metricsOf(hall), requests)).toBe(readSeries(before, requests));
  });
});

test('while the media server is away: ready for what needs none, and the pages say so', async () => {
  const hall = await startHall({ livekitUrl: nowhere });
  const [ready, status, metrics] = [
    await get(hall, '/readyz'),
    await get(hall, '/status'),
    await get(hall, '/metrics'),
  ];
  await hall.stop();
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toMatchObject({
    ready: true,
    parts: [
      { name: 'database', ready: true },
      { name: 'media server', ready: false },
      { name: 'rate limits' },
      { name: 'recording' },
    ],
  });
  expect(status.text).toContain('Hall works with limits');
  expect(metrics.text).toMatch(/^hall_media_reachable 0$/m);
});
