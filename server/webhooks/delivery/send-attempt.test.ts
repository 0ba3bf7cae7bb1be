import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test, vi } from 'vitest';
import { newSecret } from '../endpoints/webhook-secret.ts';
import { answer, type Behaviour, hang, startReceiver } from '../testing/receiver.ts';
import { guardedAgent } from './guarded-agent.ts';
import { type ResolveHost, resolveByDns } from './resolve-host.ts';
import { sendWith } from './send-attempt.ts';
import { signRequest } from './sign-request.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const receiver = async (behaviour?: Behaviour, host?: string) => {
  const started = await startReceiver(behaviour, host);
  undo.push(started.stop);
  return started;
};

const relaxed = { allowPrivateNetworks: true };

/** Sends one with a short time-out, by these rules and this look-up of names. */
const send = (
  url: string,
  { rules = relaxed, resolve = resolveByDns(), milliseconds = 400, secret = newSecret() } = {},
) => {
  const agent = guardedAgent(rules, resolve);
  undo.push(() => agent.destroy());
  const body = '{"id":"evt_1"}';
  return sendWith(agent, milliseconds)(url, signRequest('evt_1', body, [new Webhook(secret)], Date.now()), body);
};

test('a 2xx is a success, and what came verifies by the Standard Webhooks library', async () => {
  const { url, received } = await receiver(answer(202, { 'x-request-id': 'r1', 'set-cookie': 'a=b' }, 'thanks'));
  const secret = newSecret();
  expect(await send(`${url}?a=b`, { secret })).toMatchObject({
    result: 'delivered',
    status: 202,
    headers: { 'x-request-id': 'r1' },
    body: 'thanks',
    error: null,
  });
  const [request] = received;
  expect(request).toMatchObject({ method: 'POST', path: '/hook?a=b', headers: { 'content-type': 'application/json' } });
  expect(request?.headers['user-agent']).toMatch(/^Hall\/\d/);
  expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({ id: 'evt_1' });
  expect(() => new Webhook(newSecret()).verify(request?.body ?? '', request?.headers ?? {})).toThrow();
});

test('two secrets: either verifies', async () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signRequest(
    'evt_1',
    '{}',
    secrets.map((secret) => new Webhook(secret)),
    Date.now(),
  );
  for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
});

test.for([500, 404, 410, 429])('%s is a failure', async (status) => {
  const { url } = await receiver(answer(status, { 'retry-after': '7' }));
  expect(await send(url)).toMatchObject({ result: 'refused', status, retryAfterSeconds: 7 });
});

test('a redirect is a failure that says so, and nobody follows it', async () => {
  const target = await receiver();
  const { url } = await receiver(answer(302, { location: target.url }));
  const outcome = await send(url);
  expect(outcome).toMatchObject({ result: 'refused', status: 302, headers: { location: target.url } });
  expect(outcome.error).toContain('Redirects are not followed');
  expect(target.received).toEqual([]);
});

test.for<[string, Behaviour]>([
  ['that never answers', hang],
  [
    'that sends its headers and no body',
    (_, response) => response.writeHead(200, { 'content-length': '5' }).flushHeaders(),
  ],
  [
    'that drips its body',
    (_, response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    },
  ],
])('a receiver %s is given up when the time is over', async ([, behaviour]) => {
  const { url } = await receiver(behaviour);
  const outcome = await send(url);
  expect(outcome).toMatchObject({ result: 'timed_out', status: null });
  expect(outcome.milliseconds).toBeGreaterThanOrEqual(390);
  expect(outcome.milliseconds).toBeLessThan(1_500);
});

test('4 KiB of an answer are kept, as valid text, and the rest is not read', async () => {
  const long = await receiver(answer(200, {}, `\0${'é'.repeat(5_000)}`));
  const { body, result } = await send(long.url);
  expect(result).toBe('delivered');
  expect(body).toBe(`\ufffd${'é'.repeat(2_047)}`);
  const endless = await receiver((_, response) => {
    response.on('error', () => {});
    const pour = (): void => {
      while (response.write('x'.repeat(1_000)) && !response.destroyed);
    };
    response.on('drain', pour);
    pour();
  });
  expect(await send(endless.url)).toMatchObject({ result: 'delivered', body: 'x'.repeat(4_096) });
});

test('a host that refuses, one that hangs up, one that speaks no HTTP: in words', async () => {
  const gone = await startReceiver();
  await gone.stop();
  expect((await send(gone.url)).error).toContain('refused');
  const rude = await receiver((_, response) => response.destroy());
  expect((await send(rude.url)).error).toContain('broken off');
  const odd = createServer((socket) => socket.end('hello\r\n\r\n')).listen(0, '127.0.0.1');
  undo.push(() => odd.close());
  await vi.waitFor(() => expect(odd.address()).not.toBeNull());
  const { port } = odd.address() as { port: number };
  expect((await send(`http://127.0.0.1:${port}/`)).error).toContain('no valid HTTP');
  const blocked = { result: 'blocked', status: null };
  expect(await send('http://[::ffff:127.0.0.1]/')).toMatchObject(blocked);
});

test('names and numbers that lead to addresses which are not allowed: no connection is made', async () => {
  const { port, received } = await receiver();
  const strict = { allowPrivateNetworks: false };
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '１２７.0.0.1',
    'a.localhost',
  ]) {
    const outcome = await send(`http://${host}:${port}/`, { rules: strict });
    expect([host, outcome.result]).toEqual([host, 'blocked']);
    expect(outcome.error).toContain('where Hall does not send to');
  }
  expect((await send('http://169.254.169.254/latest/meta-data')).result).toBe('blocked');
  expect(received).toEqual([]);
});

test('a name that leads to another address at the second look-up: the one that was judged is connected to', async () => {
  const inside = await receiver(undefined, '127.0.0.2');
  const asked: string[] = [];
  // Allowed at first, and from then on what is not: whoever looks twice connects to what nobody judged.
  const rebinding: ResolveHost = async (host) => {
    asked.push(host);
    return asked.length === 1 ? ['127.0.0.3'] : ['127.0.0.2'];
  };
  const agent = guardedAgent(relaxed, rebinding);
  undo.push(() => agent.destroy());
  const deliver = sendWith(agent, 400);
  // Nobody listens on the first address, so this fails, and does not arrive where a second look-up would lead.
  expect((await deliver(`http://rebind.test:${inside.port}/`, {}, '{}')).error).toContain('refused');
  expect(asked).toEqual(['rebind.test']);
  expect(inside.received).toEqual([]);
  // Judged anew for the next connection: what leads inside by then is blocked.
  const strict = guardedAgent({ allowPrivateNetworks: false }, rebinding);
  undo.push(() => strict.destroy());
  expect((await sendWith(strict, 400)(`http://rebind.test:${inside.port}/`, {}, '{}')).result).toBe('blocked');
  expect(inside.received).toEqual([]);
});

test('of several addresses the allowed one is connected to, by one look-up for each connection', async () => {
  const { port, received } = await receiver(undefined, '127.0.0.2');
  let lookUps = 0;
  const resolve: ResolveHost = async () => {
    lookUps += 1;
    return ['169.254.169.254', '127.0.0.2'];
  };
  const agent = guardedAgent(relaxed, resolve);
  undo.push(() => agent.destroy());
  const deliver = sendWith(agent, 2_000);
  for (let time = 0; time < 3; time += 1) {
    expect((await deliver(`http://hooks.test:${port}/`, {}, '{}')).result).toBe('delivered');
  }
  expect(received).toHaveLength(3);
  expect(lookUps).toBe(new Set(received.map((request) => request.fromPort)).size);
});

test('variables that name a proxy are not read', async () => {
  const proxy = await receiver();
  const { url, received } = await receiver();
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
    vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url);
  }
  undo.push(() => vi.unstubAllEnvs());
  expect((await send(url)).result).toBe('delivered');
  expect([received.length, proxy.received.length]).toEqual([1, 0]);
});
