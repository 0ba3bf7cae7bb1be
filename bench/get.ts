import { compareWithBare } from './against-bare.ts';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';

/** GET /v1/halls/:id. The best peer here answered 524 reads a second. */
export const benchGet = (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> =>
  compareWithBare(stack, ground, {
    name: 'get',
    unit: 'requests/s',
    atLeast: 5 * 524,
    toHall: ({ id, key }) => ({ path: `/v1/halls/${id}`, headers: { authorization: `Bearer ${key}` } }),
    toBare: ({ id, organisationId }) => ({ path: `/halls/${id}`, headers: { 'x-organisation': organisationId } }),
  });
