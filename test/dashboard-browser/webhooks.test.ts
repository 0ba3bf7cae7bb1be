import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser/browser.ts';
import { startHall } from '../setup/hall.ts';
import { memberAt } from './people.ts';

/** A server that answers with what it is told to, and keeps what it gets. */
const receiver = async () => {
  const received: { type: string; id: string }[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { type } = JSON.parse(Buffer.concat(parts).toString()) as { type: string };
      received.push({ type, id: String(request.headers['webhook-id']) });
      response.writeHead(state.status).end('noted');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
};

test('an endpoint is added, tested, sees what happens, and gets it again', { timeout: 120_000 }, async () => {
  const hall = await startHall({
    forBrowsers: true,
    environment: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
  });
  onTestFinished(hall.stop);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const organisation = await hall.organisation();
  const { received, state, url } = await receiver();
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer', path: '/webhooks' });
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByLabel('Address').fill(url);
  await page.getByLabel('Note').fill('Billing');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByRole('figure', { name: 'Signing secret' }).locator('pre').textContent();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('link', { name: url }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test arrived: it answered 200').waitFor();
  state.status = 500;
  await organisation.client.post('/v1/halls', { name: 'Algebra' });
  const row = page.getByRole('row', { name: /hall\.created.*pending 500/ });
  await row.waitFor();
  await row.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('region', { name: 'What is sent' }).getByText('"Algebra"').waitFor();
  await page.getByRole('dialog').getByText('noted').first().waitFor();
  state.status = 200;
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page
    .getByRole('row', { name: /hall\.created.*delivered 200/ })
    .first()
    .waitFor();
  const ids = received.filter(({ type }) => type === 'hall.created').map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);

  await page.getByRole('button', { name: 'More about this endpoint' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
});
