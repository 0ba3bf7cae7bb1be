import { expect, onTestFinished, test } from 'vitest';
import { openApiOf } from '../setup/answer-check.ts';
import { describeOperations } from '../setup/describe-operations.ts';
import { startHall } from '../setup/hall.ts';

test("the dashboard's client knows the operations as the OpenAPI document describes them", async () => {
  const hall = await startHall();
  onTestFinished(hall.stop);
  const text = describeOperations(await openApiOf(`${hall.url}/dashboard`), '/dashboard/v1');
  await expect(text).toMatchFileSnapshot('../../web/dashboard/api/operations.ts');
});
