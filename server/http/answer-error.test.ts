import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HallError } from '../errors.ts';
import { answerError } from './answer-error.ts';

const statusUrl = 'https://status.example.org';

/** What a route's failure looks like from outside, and what the log says of it. */
const answerTo = async (error: unknown) => {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError(statusUrl, 1_000));
  app.get('/', async () => {
    throw error;
  });
  const { statusCode: status, headers, body } = await app.inject('/');
  return { status, headers, body: JSON.parse(body), log: logged.join('') };
};

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });

test('a refusal is its status, its sentence and its code, and is not logged', async () => {
  const { status, body, headers, log } = await answerTo(new HallError('plan_limit', { values: { limit: 5 } }));
  expect([status, body]).toEqual([
    403,
    { code: 'plan_limit', detail: 'Plan limit reached: 5 concurrent halls. Close existing halls or upgrade the plan.' },
  ]);
  expect([headers['content-type'], headers['retry-after'], log]).toEqual([
    'application/json; charset=utf-8',
    undefined,
    '',
  ]);
});

test('faults of a body stand beside the sentence', async () => {
  const faults = [{ path: '/a', message: 'is not a known field' }];
  const { body } = await answerTo(new HallError('invalid_body', { values: { fault: 'x' }, faults }));
  expect(body.errors).toEqual(faults);
});

test('401 asks for a bearer key; 502 and 503 say when to come back', async () => {
  expect((await answerTo(new HallError('key_invalid'))).headers['www-authenticate']).toBe('Bearer');
  for (const code of ['media_unavailable', 'unavailable'] as const) {
    expect((await answerTo(new HallError(code))).headers['retry-after']).toBe('2');
  }
  const { headers } = await answerTo(new HallError('rate_limited', { values: { seconds: 9 }, retryAfterSeconds: 9 }));
  expect(headers['retry-after']).toBe('9');
});

describe('what nobody foresaw is a 503 with the status page, and its cause is in the log alone', () => {
  test.for<[what: string, error: unknown]>([
    ['an exception', new TypeError('secret of the house')],
    ['a statement that failed', withCode('secret of the house: relation does not exist', '42P01')],
    ['a connection to a dependency that broke', withCode('read ECONNRESET, secret of the house', 'ECONNRESET')],
    ['an error of a server behind us', Object.assign(new Error('secret of the house'), { statusCode: 500 })],
  ])('%s', async ([, error]) => {
    const { status, body, log } = await answerTo(error);
    expect([status, body]).toEqual([
      503,
      {
        code: 'unavailable',
        detail: `The service is temporarily unavailable. Retry the request. Status: ${statusUrl}`,
      },
    ]);
    expect(log).toContain('secret of the house');
  });

  test('what is thrown without being an error', async () => {
    expect(await answerTo('a string')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});

test('a refusal by a part of the server that is not ours is a 400 and tells nothing of it', async () => {
  const { status, body } = await answerTo(Object.assign(new Error('/secret/path'), { statusCode: 403 }));
  expect([status, body]).toEqual([
    400,
    { code: 'malformed_request', detail: 'The request is malformed: it is not understood.' },
  ]);
});
