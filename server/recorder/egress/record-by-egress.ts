import { holdLease } from '../../database/hold-lease.ts';
import type { LeaseStore } from '../../database/lease-store.ts';
import type { Egress, EgressServer } from '../../media/livekit-egress.ts';
import { repeat } from '../../rounds.ts';
import type { JobStore } from '../job-store.ts';
import { type EgressRow, type EgressStore, egressRecorder } from './egress-store.ts';
import { nextStep, type Patience, type Standing } from './next-step.ts';
import type { EgressWork } from './work-on-egress.ts';

/*
 * Has LiveKit Egress record, on one instance at a time. Once a second it
 *
 *   says whether Egress can be had
 *   takes new recordings
 *   looks at those whose turn it is: at once when something changed or LiveKit told of them, else every few seconds; what is
 *   to be done about each is told by next-step.ts
 *
 * A look that waits for LiveKit, a worker or a bucket holds up no other.
 */

const betweenMilliseconds = 1_000;
const leaseSeconds = 20;
/** Taken at a time; the rest a second later. */
const takenAtOnce = 50;
/** Between two looks at one of which nothing is awaited, and at one of which something is. */
const calmMilliseconds = 5_000;
const awaitingMilliseconds = 1_000;
/** For so long after no worker took an order, Egress counts as not to be had. */
const refusedMilliseconds = 60_000;

export type EgressRecorder = {
  /** LiveKit told of an egress in this room. */
  wake(room: string): void;
  stop(): Promise<void>;
};

export type EgressRecorderParts = {
  server: EgressServer;
  egresses: EgressStore;
  jobs: JobStore;
  work: EgressWork;
  leases: LeaseStore;
  holder: string;
  /** Why orders were refused lately, for people; undefined when they were not. */
  refusal: () => string | undefined;
  patience?: Patience;
  onError: (error: unknown, what: string, recordingId?: string) => void;
};

/** What this process remembers of a recording between two looks. Times are those of performance.now(). */
type Memory = {
  room: string;
  isBusy: boolean;
  /** The round in which the last look ended: what that round read may be older than what the look wrote. */
  endedIn: number;
  /** Something happened since the last look began. */
  isWoken: boolean;
  lookAt: number;
  wasWanted: boolean;
  absentSince: number | undefined;
  deafSince: number | undefined;
  /** Strays that did not hear that they are to stop: they are gone, though LiveKit does not know. */
  readonly deafStrays: Set<string>;
};

const secondsSince = (since: number | undefined): number =>
  since === undefined ? 0 : (performance.now() - since) / 1_000;

const standingOf = (row: EgressRow, { absentSince, deafSince }: Memory): Standing => ({
  status: row.status,
  isWanted: row.is_wanted,
  isDeleted: row.is_deleted,
  egressId: row.egress_id,
  askedFor: row.asked_for,
  mayAsk: row.may_ask,
  absentFor: secondsSince(absentSince),
  deafFor: secondsSince(deafSince),
});

export const recordByEgress = (parts: EgressRecorderParts): EgressRecorder => {
  const { server, egresses, jobs, work, leases, holder, onError } = parts;
  const lease = holdLease(
    { leases, holder, onError: (_, error) => onError(error, 'taking the lease') },
    'egress',
    leaseSeconds,
  );
  const memories = new Map<string, Memory>();
  const looks = new Set<Promise<void>>();
  let round = 0;

  /** The one of these that counts. Others are strays: they were given up, or the answer was lost and another worker was asked. */
  const own = async (row: EgressRow, running: readonly Egress[], { deafStrays }: Memory): Promise<string | null> => {
    const ours = running.filter(({ key }) => key.includes(row.id));
    const isKnown = row.egress_id !== null;
    const adopted = isKnown || row.asked_for === null ? undefined : ours.find(({ key }) => key === row.object_key);
    for (const { id } of ours) {
      if (id === row.egress_id || id === adopted?.id || deafStrays.has(id)) continue;
      if (!(await server.stop(id))) deafStrays.add(id);
    }
    if (adopted === undefined) return row.egress_id;
    await egresses.taken(row.id, adopted.id);
    return adopted.id;
  };

  /** What LiveKit tells of it; null as `egressId` when no worker has it. */
  const ask = async (
    row: EgressRow,
    memory: Memory,
  ): Promise<{ egressId: string | null; egress: Egress | undefined }> => {
    if (row.tries === 0) return { egressId: null, egress: undefined };
    const running = await server.running(row.hall_id);
    const egressId = await own(row, running, memory);
    if (egressId === null) return { egressId, egress: undefined };
    return { egressId, egress: running.find(({ id }) => id === egressId) ?? (await server.find(egressId)) };
  };

  /** Looks at one recording and does what is next. */
  const look = async (given: EgressRow, memory: Memory): Promise<void> => {
    const { egressId, egress } = await ask(given, memory);
    if (egress?.state === 'active') {
      const isInside = await server.isInside(given.hall_id, egress.id);
      memory.absentSince = isInside ? undefined : (memory.absentSince ?? performance.now());
    }
    const row = { ...given, egress_id: egressId };
    const step = nextStep(standingOf(row, memory), egress, parts.patience);
    const hasHeard = await work.take(step, row, egress);
    if (hasHeard !== undefined) memory.deafSince = hasHeard ? undefined : (memory.deafSince ?? performance.now());
    const isCalm = step.do === 'wait' && row.status === 'recording';
    memory.lookAt = performance.now() + (isCalm ? calmMilliseconds : awaitingMilliseconds);
    // Its next step follows at once.
    if (['begin', 'end'].includes(step.do)) wakeOne(memory);
  };

  const begin = (row: EgressRow, memory: Memory): void => {
    memory.isBusy = true;
    memory.isWoken = false;
    const looking = look(row, memory)
      .catch((error: unknown) => {
        memory.lookAt = performance.now() + awaitingMilliseconds;
        if (!rounds.isStopping) onError(error, 'a recording by LiveKit Egress could not be looked after', row.id);
      })
      .finally(() => {
        memory.isBusy = false;
        memory.endedIn = round;
        looks.delete(looking);
        if (memory.isWoken) rounds.wake();
      });
    looks.add(looking);
  };

  const wakeOne = (memory: Memory): void => {
    memory.isWoken = true;
    rounds.wake();
  };

  const remember = (row: EgressRow): Memory => {
    const known = memories.get(row.id);
    if (known !== undefined) return known;
    const memory: Memory = {
      room: row.hall_id,
      isBusy: false,
      endedIn: 0,
      isWoken: false,
      lookAt: 0,
      wasWanted: row.is_wanted,
      absentSince: undefined,
      deafSince: undefined,
      deafStrays: new Set(),
    };
    memories.set(row.id, memory);
    return memory;
  };

  const lookAtAll = async (): Promise<void> => {
    round += 1;
    const rows = await egresses.held();
    const held = new Set(rows.map(({ id }) => id));
    for (const id of memories.keys()) if (!held.has(id)) memories.delete(id);
    for (const row of rows) {
      const memory = remember(row);
      if (memory.wasWanted !== row.is_wanted) memory.isWoken = true;
      memory.wasWanted = row.is_wanted;
      const isDue = row.is_deleted || memory.isWoken || performance.now() >= memory.lookAt;
      if (!memory.isBusy && memory.endedIn < round && isDue) begin(row, memory);
    }
  };

  /** Whether Egress can be had: LiveKit speaks of it, and orders were taken. */
  const sayHowItStands = async (): Promise<void> => {
    const reason = await server.ping().then(
      () => parts.refusal(),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    await jobs.heartbeat({
      id: egressRecorder,
      host: 'LiveKit Egress',
      // Known to the workers alone.
      capacity: 0,
      busy: memories.size,
      is_able: reason === undefined,
      reason: reason ?? null,
    });
  };

  const part = async (what: string, does: () => Promise<void>): Promise<void> => {
    if (!rounds.isStopping) await does().catch((error: unknown) => onError(error, what));
  };

  const tick = async (): Promise<void> => {
    if (!(await lease.take())) return memories.clear();
    await part('saying how Egress stands', sayHowItStands);
    await part('taking new recordings', () => egresses.takeNew(takenAtOnce));
    await part('looking at recordings', lookAtAll);
  };

  const rounds = repeat(tick, { betweenMilliseconds, onEnd: () => Promise.all(looks).then(lease.giveUp) });

  return {
    wake: (room) => {
      for (const memory of memories.values()) if (memory.room === room) wakeOne(memory);
    },
    stop: rounds.stop,
  };
};

/** Remembers what became of orders, so that everybody is told when no worker can be had. */
export const rememberRefusals = (): {
  ordered(refusal: string | undefined): void;
  refusal(): string | undefined;
} => {
  let last: { reason: string; at: number } | undefined;
  return {
    ordered: (reason) => {
      last = reason === undefined ? undefined : { reason, at: performance.now() };
    },
    refusal: () => (last !== undefined && performance.now() - last.at < refusedMilliseconds ? last.reason : undefined),
  };
};
