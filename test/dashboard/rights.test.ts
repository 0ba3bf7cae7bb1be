import { describe, expect } from 'vitest';
import { type MemberRole, mayAs, memberRoles, rightTo, roleFor } from '../../server/people/rights.ts';
import { fromAddress, newAddress, openHall, unknownHallId } from '../api/fixtures.ts';
import { type Operation, openApiOf } from '../setup/answer-check.ts';
import type { TestHall } from '../setup/hall.ts';
import { browser, newMember, newOperator, test } from './fixtures.ts';

type Walked = { method: string; path: string; operationId: string };

const unknownOrganisation = 'org_01k9zq3v5c8r2m7d4t6w0x1y2z';

const operationsOf = async (hall: TestHall): Promise<Walked[]> => {
  const { paths } = await openApiOf(`${hall.url}/dashboard`);
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      // Ids that nobody has: whoever may do it is answered 404, and nothing changes.
      path: template.replace('/dashboard/v1', '').replace(/\{\w+\}/g, unknownHallId),
      operationId,
    })),
  );
};

/** With a body that matches no schema, so that a permitted operation is recognised and changes nothing. */
const tryOut = async (client: { send: TestClientSend }, { method, path }: Walked): Promise<string> => {
  const body = ['POST', 'PATCH'].includes(method) ? { nonsense: true } : undefined;
  // Each from an address of its own: what the door refuses is counted by address.
  const answer = await client.send(method, path, body, { headers: fromAddress(newAddress()) });
  return answer.status < 300 ? 'done' : String(answer.body.code);
};
type TestClientSend = (
  method: string,
  path: string,
  body: unknown,
  options: { headers: Record<string, string> },
) => Promise<{ status: number; body: { code: string } }>;

describe('every operation of the dashboard', () => {
  for (const role of memberRoles) {
    test(`lets a person who is ${role} do what the table says, and nothing else`, async ({ hall, organisation }) => {
      const walked = (await operationsOf(hall)).filter(({ operationId }) => rightTo(operationId) !== 'anyone');
      expect(walked.length).toBeGreaterThan(12);
      for (const operation of walked) {
        // A person for each: some operations end the session.
        const { browser: page } = await newMember(hall, organisation.id, role);
        const answer = await tryOut(page.inside(organisation.id), operation);
        const right = rightTo(operation.operationId);
        const needed = roleFor(right);
        const told = `${role}: ${operation.method} ${operation.path} → ${answer}`;
        if (right === 'operator') expect(answer, told).toBe('not_found');
        else if (needed === undefined || mayAs(role, needed)) {
          expect(['not_allowed', 'session_missing', 'organisation_not_found'], told).not.toContain(answer);
        } else expect(answer, told).toBe('not_allowed');
      }
    }, 120_000);
  }

  test('is refused to somebody who is not signed in, unless it is for signing in', async ({ hall }) => {
    for (const operation of await operationsOf(hall)) {
      const answer = await tryOut(browser(hall).inside(unknownOrganisation), operation);
      const told = `${operation.method} ${operation.path}`;
      if (rightTo(operation.operationId) === 'anyone') expect(answer, told).not.toBe('session_missing');
      else expect(answer, told).toBe('session_missing');
    }
  });

  test('answers a member of another organisation as if this one did not exist, operators too', async ({
    hall,
    organisation,
  }) => {
    const elsewhere = await hall.organisation();
    const stranger = await newMember(hall, elsewhere.id, 'owner');
    const operator = await newOperator(hall);
    const walked = (await operationsOf(hall)).filter(({ operationId }) => roleFor(rightTo(operationId)) !== undefined);
    for (const { browser: page } of [stranger, operator]) {
      for (const operation of walked) {
        const told = `${operation.method} ${operation.path}`;
        expect(await tryOut(page.inside(organisation.id), operation), told).toBe('organisation_not_found');
        expect(await tryOut(page.inside(unknownOrganisation), operation), told).toBe('organisation_not_found');
        expect(await tryOut(page.inside("org_' or true --"), operation), told).toBe('organisation_not_found');
        expect(await tryOut(page, operation), told).toBe('organisation_missing');
      }
    }
  });
});

test('a hall of another organisation is not found, whatever is done to it', async ({
  hall,
  organisation,
  stranger,
}) => {
  const theirs = await openHall(stranger);
  const { browser: page } = await newMember(hall, organisation.id, 'owner');
  const own = page.inside(organisation.id);
  for (const answer of [
    await own.get(`/halls/${theirs.id}`),
    await own.patch(`/halls/${theirs.id}`, { name: 'x' }),
    await own.post(`/halls/${theirs.id}/close`),
    await own.post(`/halls/${theirs.id}/join`),
    await own.delete(`/halls/${theirs.id}`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'hall_not_found']);
});

test.for<[role: MemberRole]>([['developer'], ['owner']])(
  'as %s a hall is opened, joined, changed, closed and deleted by the same routes as with a key',
  async ([role], { hall, organisation, client }) => {
    const { browser: page } = await newMember(hall, organisation.id, role);
    const own = page.inside(organisation.id);
    const made = await own.post('/halls', { name: 'From the dashboard' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/dashboard/v1/halls/${made.body.id}`]);
    expect((await client.get(`/v1/halls/${made.body.id}`)).body).toEqual(made.body);
    expect((await own.post(`/halls/${made.body.id}/join`)).status).toBe(200);
    expect((await own.patch(`/halls/${made.body.id}`, { name: 'Other' })).body.name).toBe('Other');
    expect((await own.post(`/halls/${made.body.id}/close`)).body.status).toBe('closed');
    expect((await own.delete(`/halls/${made.body.id}`)).status).toBe(204);
    const noted = await hall.database.query<{ action: string; target: string }>(
      'select action, target from audit_log where organisation_id = $1 and action <> $2 order by id',
      [organisation.id, 'acceptInvitation'],
    );
    expect(noted.map(({ action, target }) => [action, target])).toEqual(
      ['createHall', 'joinHall', 'updateHall', 'closeHall', 'deleteHall'].map((action) => [action, made.body.id]),
    );
  },
);

test('a membership that ends, ends at the next request', async ({ hall, organisation }) => {
  const { browser: page, id } = await newMember(hall, organisation.id, 'viewer');
  expect((await page.inside(organisation.id).get('/halls')).status).toBe(200);
  await hall.database.query('delete from members where person_id = $1', [id]);
  expect((await page.inside(organisation.id).get('/halls')).status).toBe(404);
});
