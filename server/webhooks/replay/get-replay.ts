import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import { presentReplay, type ReplayBody } from './present-replay.ts';
import type { ReplayStore } from './replay-store.ts';

export type GetReplay = (organisationId: string, replayId: string) => Promise<ReplayBody>;

export const getReplay =
  (replays: ReplayStore): GetReplay =>
  async (organisationId, replayId) => {
    const row = isId('rpl', replayId) ? await replays.find(organisationId, replayId) : undefined;
    if (row === undefined) throw new HallError('replay_not_found');
    return presentReplay(row);
  };
