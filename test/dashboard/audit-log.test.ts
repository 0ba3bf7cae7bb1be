import { expect } from 'vitest';
import { newMember, newOperator, test } from './fixtures.ts';

const entryOf = ({ action, target, person_email, address }: Record<string, string>) => ({
  action,
  target,
  person_email,
  address,
});

test('tells of every act: who, what, to what, from where; newest first', async ({ hall, organisation }) => {
  const {
    browser: page,
    email,
    address,
  } = await (async () => {
    const person = await newMember(hall, organisation.id, 'owner');
    return { ...person, address: person.browser.address };
  })();
  const own = page.inside(organisation.id);
  const key = (await own.post('/keys', { name: '=cmd()' })).body;
  await own.delete(`/keys/${key.id}`);
  const invitation = (await own.post('/invitations', { email: 'eve@example.org', role: 'viewer' })).body;
  await own.delete(`/invitations/${invitation.id}`);
  await own.patch('/organisation', { name: 'Renamed' });
  const made = (await own.post('/halls', {})).body;
  const refused = await own.delete('/keys/key_nobody');
  expect(refused.status).toBe(404);
  const { data } = (await own.get('/audit-log')).body;
  const by = { person_email: email, address };
  expect(data.map(entryOf)).toEqual([
    { action: 'createHall', target: made.id, ...by },
    { action: 'updateOrganisation', target: organisation.id, ...by },
    { action: 'deleteInvitation', target: invitation.id, ...by },
    { action: 'createInvitation', target: invitation.id, ...by },
    { action: 'revokeKey', target: key.id, ...by },
    { action: 'createKey', target: key.id, ...by },
    { action: 'acceptInvitation', target: data[0].person_id, ...by },
  ]);
  expect(JSON.stringify(data)).not.toContain(key.key);
  const file = await own.get('/audit-log.csv?action=createKey');
  const [head, line] = file.text.split('\r\n');
  expect(head).toBe('time,person,person_id,action,target,details,address');
  expect(line).toContain(`,createKey,${key.id},`);
});

test('is filtered by act, person and time, and comes in pages', async ({ hall, organisation }) => {
  const one = await newMember(hall, organisation.id, 'admin');
  const two = await newMember(hall, organisation.id, 'admin');
  for (const { browser } of [one, two, one]) await browser.inside(organisation.id).post('/keys', { name: 'x' });
  const own = one.browser.inside(organisation.id);
  const read = async (query: string) => (await own.get(`/audit-log?${query}`)).body.data;
  expect(await read('action=createKey')).toHaveLength(3);
  expect(await read(`action=createKey&person_id=${two.id}`)).toHaveLength(1);
  expect(await read('until=2020-01-01')).toEqual([]);
  expect(await read('from=2020-01-01T00:00:00Z')).toHaveLength(5);
  expect((await own.get('/audit-log?from=yesterday')).status).toBe(400);
  const first = (await own.get('/audit-log?limit=3')).body;
  const rest = (await own.get(`/audit-log?limit=3&cursor=${first.next_cursor}`)).body;
  expect([first.data.length, rest.data.length, rest.next_cursor]).toEqual([3, 2, null]);
});

test('is the organisation’s own', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'owner');
  const other = await hall.organisation();
  const stranger = await newMember(hall, other.id, 'owner');
  await stranger.browser.inside(other.id).post('/keys', { name: 'theirs' });
  const { data } = (await page.inside(organisation.id).get('/audit-log')).body;
  expect(JSON.stringify(data)).not.toContain(stranger.email);
});

test('cannot be changed, not by the database’s own user', async ({ hall, organisation }) => {
  await newMember(hall, organisation.id, 'viewer');
  for (const statement of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    "update audit_log set action = 'x' where false",
  ])
    await expect(hall.database.query(statement), statement).rejects.toThrow('the audit log is never changed');
});

test('an act that fails is not in it, and one that cannot be written down is not done', async ({
  hall,
  organisation,
}) => {
  const { browser: page } = await newMember(hall, organisation.id, 'developer');
  const own = page.inside(organisation.id);
  await hall.database.query(`alter table audit_log add constraint full_up check (target <> '${organisation.keyId}')`);
  try {
    expect((await own.delete(`/keys/${organisation.keyId}`)).status).toBe(503);
    expect((await organisation.client.get('/v1/organisation')).status).toBe(200);
    const [row] = await hall.database.query<{ revoked_at: Date | null }>('select revoked_at from keys where id = $1', [
      organisation.keyId,
    ]);
    expect(row?.revoked_at).toBeNull();
  } finally {
    await hall.database.query('alter table audit_log drop constraint full_up');
  }
});

test('what concerns the installation is read by operators', async ({ hall }) => {
  const operator = await newOperator(hall);
  const { data } = (await operator.browser.get('/operator/audit-log?limit=5')).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual(expect.arrayContaining(['setUp', 'signIn']));
});
