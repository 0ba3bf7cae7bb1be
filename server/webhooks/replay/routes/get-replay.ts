import { ok, route } from '../../../http/route.ts';
import type { GetReplay } from '../get-replay.ts';
import { Replay, ReplayParams } from '../present-replay.ts';

export const getReplayRoute = (getReplay: GetReplay) =>
  route({
    method: 'GET',
    path: '/replays/:id',
    operationId: 'getReplay',
    tag: 'Webhooks',
    summary: 'Get a replay',
    description: 'How far it is.',
    params: ReplayParams,
    answers: { 200: Replay },
    refuses: ['replay_not_found'],
    handle: async ({ caller, params }) => ok(await getReplay(caller.organisationId, params.id)),
  });
