import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { browser, newEmail, newMember, password } from './fixtures.ts';

type MailServer = { mails: string[]; url: string; close: () => Promise<void> };

/** What is said to one line of a client, and whether a mail's text comes next. */
const replyTo = (line: string): [reply: string, textFollows: boolean] => {
  if (line.startsWith('DATA')) return ['354 go on', true];
  return [line.startsWith('QUIT') ? '221 bye' : '250 ok', false];
};

/** Speaks to one client: lines up to CRLF, a mail's text up to a dot alone. */
const converse = (socket: Socket, mails: string[]): void => {
  let rest = '';
  let isText = false;
  const hear = (said: string): void => {
    const [reply, textFollows]: [string, boolean] = isText ? ['250 ok', false] : replyTo(said);
    if (isText) mails.push(said);
    isText = textFollows;
    socket.write(`${reply}\r\n`);
  };
  const nextEnd = (): string => (isText ? '\r\n.\r\n' : '\r\n');
  socket.write('220 ready\r\n');
  socket.on('error', () => {});
  socket.on('data', (part) => {
    rest += part;
    for (let end = nextEnd(), at = rest.indexOf(end); at >= 0; end = nextEnd(), at = rest.indexOf(end)) {
      const said = rest.slice(0, at);
      rest = rest.slice(at + end.length);
      hear(said);
    }
  });
};

/** As much of a mail server as takes a mail in: RFC 5321 without extensions. */
const startMailServer = async (): Promise<MailServer> => {
  const mails: string[] = [];
  const server = createServer((socket) => converse(socket, mails));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

let server: MailServer;
let hall: TestHall;
beforeAll(async () => {
  server = await startMailServer();
  hall = await startHall({
    environment: { TRUST_PROXY: 'true', SMTP_URL: server.url, MAIL_FROM: 'Hall <hall@example.org>' },
  });
});
afterAll(async () => {
  await hall?.stop();
  await server?.close();
});

/** The link's secret in the mail to this address; quoted-printable breaks long lines. */
const secretFor = (email: string): string | undefined => {
  const mail = server.mails.find((one) => one.includes(`To: ${email}`));
  return mail
    ?.replace(/=\r\n/g, '')
    .replaceAll('=3D', '=')
    .match(/\/dashboard\/link#([\w-]+)/)?.[1];
};

test('an invitation is mailed', async () => {
  const { id } = await hall.organisation();
  const { browser: page } = await newMember(hall, id, 'admin');
  const email = newEmail();
  const made = await page.inside(id).post('/invitations', { email, role: 'viewer' });
  expect(made.body.mailed).toBe(true);
  const used = await browser(hall).post('/links/redeem', { secret: secretFor(email), password, name: 'Grace' });
  expect(used.status).toBe(200);
});

test('a new password is asked for by mail; whether anybody has the address is not told', async () => {
  const { email } = await newMember(hall, (await hall.organisation()).id, 'viewer');
  const stranger = newEmail();
  for (const asked of [email, stranger]) {
    const answer = await browser(hall).post('/password-reset', { email: asked });
    expect([answer.status, answer.text]).toEqual([204, '']);
  }
  await eventually(() => expect(secretFor(email)).toBeDefined());
  const chosen = { secret: secretFor(email), password: 'a password of today' };
  expect((await browser(hall).post('/links/redeem', chosen)).status).toBe(200);
  expect(server.mails.some((mail) => mail.includes(stranger))).toBe(false);
});

test('where the mail server is away the link is given by hand', async () => {
  const lonely = await startHall({
    environment: { TRUST_PROXY: 'true', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hall@example.org' },
  });
  try {
    const { id } = await lonely.organisation();
    const { browser: page } = await newMember(lonely, id, 'admin');
    const made = await page.inside(id).post('/invitations', { email: newEmail(), role: 'viewer' });
    expect([made.status, made.body.mailed]).toEqual([201, false]);
  } finally {
    await lonely.stop();
  }
});
