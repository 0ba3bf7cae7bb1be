import type { Metadata } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { HallRow, HallStore, NewHall, Taken } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';

export type HallWish = {
  name?: string | null;
  external_id?: string | null;
  record?: boolean;
  max_participants?: number;
  empty_timeout_seconds?: number;
  max_duration_seconds?: number;
  metadata?: Metadata;
};

/** `resumed`: an earlier attempt with this seed broke off and may have left the hall in any state. */
export type OpeningAttempt = { readonly seed: string; readonly resumed: boolean };

export type OpenHall = (
  organisationId: string,
  wish: HallWish,
  attempt: OpeningAttempt | undefined,
) => Promise<HallBody>;

const defaultEmptyTimeoutSeconds = 600;

/** How long after the hall's end the media server would keep an empty room by itself, should Hall be gone for good. */
const roomGraceSeconds = 3_600;

export const roomOf = (hall: Pick<HallRow, 'id' | 'max_participants' | 'max_duration_seconds'>) => ({
  name: hall.id,
  maxParticipants: hall.max_participants,
  keepSeconds: hall.max_duration_seconds + roomGraceSeconds,
});

const fill = (wish: HallWish, id: string): NewHall => ({
  id,
  name: wish.name ?? null,
  external_id: wish.external_id ?? null,
  record: wish.record ?? false,
  max_participants: wish.max_participants ?? null,
  max_duration_seconds: wish.max_duration_seconds ?? null,
  empty_timeout_seconds: wish.empty_timeout_seconds ?? defaultEmptyTimeoutSeconds,
  metadata: wish.metadata ?? {},
});

const whyNot = (taken: Taken, hall: NewHall): HallError => {
  if ((hall.max_participants ?? 0) > taken.max_participants_per_hall) {
    return new HallError('plan_limit_participants', { values: { limit: taken.max_participants_per_hall } });
  }
  if ((hall.max_duration_seconds ?? 0) > taken.max_duration_seconds) {
    return new HallError('plan_limit_duration', { values: { limit: taken.max_duration_seconds } });
  }
  return new HallError('plan_limit', { values: { limit: taken.limit } });
};

export type OpenHallParts = {
  halls: HallStore;
  media: MediaServer;
  /** Why a hall of this organisation could not be recorded at this moment. */
  mayRecord: (organisationId: string) => Promise<HallError | undefined>;
  onLeftBehind: (hallId: string, error: unknown) => void;
};

/**
 * Opens a hall in three steps: (1) take capacity and insert it as `opening`, (2) have the room made, (3) mark it open.
 * When (2) fails, (1) is undone and the answer is 502; that the call failed does not mean that there is no room, so the
 * discarded row stays until the sweep has seen to it. A process that dies in between leaves a row in `opening`, which
 * the sweep discards, or a repeat with the same Idempotency-Key finishes.
 */
export const openHall = ({ halls, media, mayRecord, onLeftBehind }: OpenHallParts): OpenHall => {
  const provide = async (organisationId: string, opening: HallRow): Promise<HallBody> => {
    try {
      await media.createRoom(roomOf(opening));
    } catch (error) {
      // If this fails as well, the sweep finds the row in `opening` and does the same.
      await halls.discard(organisationId, opening.id).catch((failure: unknown) => onLeftBehind(opening.id, failure));
      throw new HallError('media_unavailable', { cause: error });
    }
    const open = await halls.markOpen(organisationId, opening.id);
    // The room took so long that the sweep gave the hall up.
    if (open === undefined) throw new HallError('media_unavailable');
    return presentHall(open);
  };

  const openNew = async (organisationId: string, hall: NewHall): Promise<HallBody> => {
    const taken = await halls.takeCapacity(organisationId, hall);
    // The key was good a moment ago: its organisation is gone.
    if (taken === undefined) throw new HallError('key_invalid');
    if (taken.hall === null) throw whyNot(taken, hall);
    return provide(organisationId, taken.hall);
  };

  return async (organisationId, wish, attempt) => {
    const id = attempt === undefined ? newId('hall') : `hall_${attempt.seed}`;
    if (attempt?.resumed === true) {
      const earlier = await halls.findAttempted(organisationId, id);
      if (earlier?.status === 'open' || earlier?.status === 'closed') return presentHall(earlier);
      if (earlier?.status === 'opening') return provide(organisationId, earlier);
      // The sweep has undone the earlier attempt. Refused, the key is free, and the next repeat begins anew.
      if (earlier !== undefined) throw new HallError('media_unavailable');
    }
    const refusal = wish.record === true ? await mayRecord(organisationId) : undefined;
    if (refusal !== undefined) throw refusal;
    return openNew(organisationId, fill(wish, id));
  };
};
