import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { freePort } from '../../server/embedded/testing/processes.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { type OnEnd, runProgram } from '../setup/hall-process.ts';

vi.setConfig({ testTimeout: 120_000 });

const start = async (onEnd: OnEnd, port?: number): Promise<TestHall> => {
  const hall = await startHall(port === undefined ? {} : { port });
  onEnd(() => hall.stop());
  return hall;
};

const listen = (onEnd: OnEnd, args: string[], environment: Record<string, string> = {}) =>
  runProgram('server/cli/main.ts', ['listen', ...args], environment, onEnd);

const untilListening = (program: ReturnType<typeof listen>, times = 1): Promise<void> =>
  eventually(() => expect(program.err.match(/Listening to/g) ?? []).toHaveLength(times));

/** A local server that takes deliveries and answers them with the next of these statuses, then 204. */
const receiver = async (onEnd: OnEnd, statuses: number[] = []) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 204;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
};

describe.concurrent('hall listen', () => {
  test('prints each event and forwards it, signed so that the library of Standard Webhooks accepts it', async ({
    onTestFinished,
  }) => {
    const hall = await start(onTestFinished);
    const { key, client } = await hall.organisation();
    const { received, url } = await receiver(onTestFinished, [200, 500]);
    const program = listen(onTestFinished, ['--key', key, '--url', hall.url, '--forward', url]);
    await untilListening(program);
    const { body: made } = await client.post('/v1/halls', { name: 'ü'.repeat(100) });
    await client.delete(`/v1/halls/${made.id}`);
    await eventually(() => expect(program.err.match(/forwarded: \d+/g)).toHaveLength(3));
    expect(program.err.match(/forwarded: \d+/g)).toEqual(['forwarded: 200', 'forwarded: 500', 'forwarded: 204']);
    const [secret = ''] = /whsec_\S+/.exec(program.err) ?? [];
    expect(program.err.split(secret)).toHaveLength(2);
    const events = (await client.get('/v1/events')).body.data.reverse();
    expect(
      received.map(({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>)),
    ).toEqual(events);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ id }: { id: string }) => id));
    expect(
      program.out
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(/ +/)),
    ).toEqual(
      events.map((event: { id: string; type: string; created_at: string }) => [
        event.created_at,
        event.type,
        made.id,
        event.id,
      ]),
    );
  });

  test('--json prints whole events and nothing else; the key from the environment, the secret as given', async ({
    onTestFinished,
  }) => {
    const hall = await start(onTestFinished);
    const { key, client } = await hall.organisation();
    const { received, url } = await receiver(onTestFinished);
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const args = ['--json', '--url', hall.url, '--forward', url, '--secret', secret];
    const program = listen(onTestFinished, args, { HALL_API_KEY: key });
    await untilListening(program);
    await client.post('/v1/halls', {});
    await eventually(() => expect(received).toHaveLength(1));
    const [event] = (await client.get('/v1/events')).body.data;
    expect(JSON.parse(program.out)).toEqual(event);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
    expect(program.err).not.toContain('whsec_');
  });

  test('connects again when Hall was restarted, and misses nothing', async ({ onTestFinished }) => {
    const port = await freePort();
    const first = await start(onTestFinished);
    const { key, client } = await first.organisation();
    const one = await startHall({ database: first.database, port });
    const program = listen(onTestFinished, ['--key', key, '--url', `http://127.0.0.1:${port}`]);
    await untilListening(program);
    const created = () => program.out.match(/hall\.created/g) ?? [];
    await client.post('/v1/halls', {});
    await eventually(() => expect(created()).toHaveLength(1));
    await one.stop();
    await eventually(() => expect(program.err).toContain('Trying again'));
    await client.post('/v1/halls', {});
    const two = await startHall({ database: first.database, port });
    onTestFinished(() => two.stop());
    await untilListening(program, 2);
    await client.post('/v1/halls', {});
    await eventually(() => expect(created()).toHaveLength(3));
  });

  test('goes on when nobody takes what is forwarded, and says so', async ({ onTestFinished }) => {
    const hall = await start(onTestFinished);
    const { key, client } = await hall.organisation();
    const nobody = `http://127.0.0.1:${await freePort()}/`;
    const program = listen(onTestFinished, ['--key', key, '--url', hall.url, '--forward', nobody]);
    await untilListening(program);
    await client.post('/v1/halls', {});
    await client.post('/v1/halls', {});
    await eventually(() => expect(program.err.match(/no answer: .*ECONNREFUSED/g)).toHaveLength(2));
    expect(program.out.match(/hall\.created/g)).toHaveLength(2);
  });

  test('ends with what is wrong when trying again would not help', async ({ onTestFinished }) => {
    const hall = await start(onTestFinished);
    for (const [args, fault] of [
      [['--url', hall.url], 'Give an API key'],
      [['--url', hall.url, '--key', 'nonsense'], 'The API key is invalid or was revoked.'],
      [['--url', 'nonsense', '--key', 'nonsense'], 'Give an address'],
      [['--url', hall.url, '--key', 'x', '--forward', 'http://x/', '--secret', 'whsec_x'], 'Give whsec_'],
    ] as const) {
      const program = listen(onTestFinished, [...args]);
      expect((await program.ended).code).toBe(1);
      expect([args, program.err]).toEqual([args, expect.stringContaining(fault)]);
    }
  });
});
