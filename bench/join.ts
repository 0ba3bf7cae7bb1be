import { compareWithBare } from './against-bare.ts';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';

const json = { 'content-type': 'application/json' };
const body = JSON.stringify({ name: 'Ada', metadata: { seat: '12' } });

/** POST /v1/halls/:id/join. The best peer here gave out 327 tokens a second. */
export const benchJoin = (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> =>
  compareWithBare(stack, ground, {
    name: 'join',
    unit: 'tokens/s',
    atLeast: 5 * 327,
    toHall: ({ id, key }) => ({
      method: 'POST',
      path: `/v1/halls/${id}/join`,
      headers: { ...json, authorization: `Bearer ${key}` },
      body,
    }),
    toBare: ({ id, organisationId }) => ({
      method: 'POST',
      path: `/halls/${id}/join`,
      headers: { ...json, 'x-organisation': organisationId },
      body,
    }),
  });
