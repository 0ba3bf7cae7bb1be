import { once } from 'node:events';
import { connect } from 'node:net';
import { answerFaults, openApiOf, type RawAnswer } from '../setup/answer-check.ts';
import type { TestHall } from '../setup/hall.ts';

/** The first answer in these bytes and what follows it; undefined while it is not complete. */
const readAnswer = (received: string): { answer: RawAnswer; rest: string } | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = received.slice(end + 4);
  const length = Number(headers.get('content-length') ?? 0);
  if (body.length < length) return undefined;
  const status = Number(statusLine.split(' ')[1]);
  return { answer: { status, headers, text: body.slice(0, length) }, rest: body.slice(length) };
};

/**
 * Writes these bytes to a connection, as no HTTP client would, and reads answers until the server hangs up or, with
 * `answers`, until there are so many; with `hangUp`, hangs up itself when all is written. Each must follow the rules for every response.
 */
export const sendRaw = async (
  hall: TestHall,
  bytes: string | Buffer,
  { answers: wanted = Number.POSITIVE_INFINITY, method = 'GET', path = '/v1', hangUp = false } = {},
): Promise<RawAnswer[]> => {
  const document = await openApiOf(hall.url);
  const socket = connect(Number(new URL(hall.url).port), '127.0.0.1');
  const answers: RawAnswer[] = [];
  let received = '';
  const hungUp = once(socket, 'close');
  // A server that has answered what it could not read may reset the connection under the rest of it.
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    for (let read = readAnswer(received); read !== undefined; read = readAnswer(received)) {
      answers.push(read.answer);
      received = read.rest;
    }
    if (answers.length >= wanted) socket.end();
  });
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
    if (hangUp) socket.destroy();
  });
  await hungUp;
  for (const answer of answers) {
    const faults = answer.status === 100 ? [] : answerFaults(document, method, path, answer);
    if (faults.length > 0) throw new Error(`${answer.status}: ${faults.join('; ')}\n${answer.text}`);
  }
  return answers;
};

/** A request as text. `Host` and `Connection: close` are sent unless these headers say otherwise; null leaves one out. */
export const request = (
  line: string,
  headers: Readonly<Record<string, string | string[] | null>> = {},
  body = '',
): string => {
  const all = {
    Host: 'hall.test',
    Connection: 'close',
    ...(body === '' ? {} : { 'Content-Length': `${body.length}` }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
};
