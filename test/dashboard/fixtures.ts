import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import type { MemberRole } from '../../server/database/tables.ts';
import { makeLink } from '../../server/people/make-link.ts';
import { setUpLink } from '../../server/people/set-up-link.ts';
import { test as base, fromAddress, newAddress } from '../api/fixtures.ts';
import { type Client, client, type TestAnswer } from '../setup/client.ts';
import type { TestHall } from '../setup/hall.ts';
import { oneTimeCode } from './one-time-code.ts';

export const dashboard = '/dashboard/v1';
export const password = 'correct horse battery staple';

/** What a browser sends with a request of Hall's own page. */
const ownPage = { 'sec-fetch-site': 'same-origin' };

/** Cookies as a browser keeps them: by name, the last value wins, Max-Age=0 forgets. */
export class CookieJar {
  private readonly cookies = new Map<string, string>();

  keep(answer: TestAnswer): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get names(): string[] {
    return [...this.cookies.keys()];
  }

  set(name: string, value: string): void {
    this.cookies.set(name, value);
  }
}

export type Browser = Client & {
  readonly jar: CookieJar;
  readonly address: string;
  /** A client with these headers beside the cookies, for one organisation. */
  inside(organisationId: string): Client;
};

/** Somebody's browser on the dashboard: keeps cookies, and comes from an address of its own. */
export const browser = (hall: TestHall, address = newAddress()): Browser => {
  const jar = new CookieJar();
  const speak = (more: Record<string, string>): Client => {
    const wire = client(hall.url, undefined, { ...ownPage, ...fromAddress(address), ...more });
    const send: Client['send'] = async (method, path, body, options = {}) => {
      const answer = await wire.send(method, `${dashboard}${path}`, body, {
        ...options,
        headers: { cookie: jar.header, ...options.headers },
      });
      jar.keep(answer);
      return answer;
    };
    return {
      send,
      get: (path, options) => send('GET', path, undefined, options),
      post: (path, body = {}, options) => send('POST', path, body, options),
      patch: (path, body, options) => send('PATCH', path, body, options),
      delete: (path, options) => send('DELETE', path, undefined, options),
    };
  };
  return { ...speak({}), jar, address, inside: (id) => speak({ 'x-organisation': id }) };
};

export const newEmail = (): string => `ada-${randomBytes(6).toString('hex')}@example.org`;

export const secretOf = (url: string): string => url.split('#')[1] ?? '';

/** Runs on the Hall's database as the start and the commands do. */
export const onDatabase = async <T>(
  hall: TestHall,
  work: (database: ReturnType<typeof openDatabase>['database']) => Promise<T>,
): Promise<T> => {
  const opened = openDatabase(hall.database.connection, { poolSize: 1, onLost: () => {} });
  return work(opened.database).finally(opened.close);
};

export type TestPerson = { readonly id: string; readonly email: string; readonly browser: Browser };

const signedIn = async (hall: TestHall, url: string, email: string): Promise<TestPerson> => {
  const page = browser(hall);
  const used = await page.post('/links/redeem', { secret: secretOf(url), password, name: 'Ada', email });
  if (used.status !== 200) throw new Error(`nobody was made: ${used.text}`);
  return { id: (await page.get('/session')).body.person.id, email, browser: page };
};

/** A person with this role in the organisation, signed in. */
export const newMember = async (hall: TestHall, organisationId: string, role: MemberRole): Promise<TestPerson> => {
  const email = newEmail();
  const link = await onDatabase(hall, (database) =>
    makeLink(database, hall.url, { kind: 'invitation', organisation_id: organisationId, role, email }),
  );
  return signedIn(hall, link.url, email);
};

/** An operator, signed in, owner of the organisation if one is named. */
export const newOperator = async (hall: TestHall, organisationId?: string): Promise<TestPerson> => {
  const link = await onDatabase(hall, (database) => setUpLink(database, hall.url, organisationId));
  return signedIn(hall, link.url, newEmail());
};

export const test = base;

/** Somebody with a second factor: its otpauth address and the recovery codes. */
export type Guarded = TestPerson & { uri: string; codes: string[] };

export const guarded = async (hall: TestHall, organisationId: string): Promise<Guarded> => {
  const person = await newMember(hall, organisationId, 'viewer');
  const begun = await person.browser.post('/profile/second-factor', { password });
  expect(begun.status).toBe(200);
  const { uri, recovery_codes: codes } = begun.body;
  const confirmed = await person.browser.post('/profile/second-factor/confirm', { code: oneTimeCode(uri) });
  expect(confirmed.status).toBe(204);
  return { ...person, uri, codes };
};
