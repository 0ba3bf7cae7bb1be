import { type Line, leave, openLine, slowDown, slowMilliseconds } from './line.ts';
import { type Flight, type Lane, laneOf, lanes } from './places.ts';
import type { QueueStore, Reading, Release } from './queue-store.ts';

/** A process that died holds its endpoints no longer than this, and then they are claimed by another. */
const leaseSeconds = 20;
const renewMilliseconds = 5_000;
/** Endpoints held at once, of each lane. */
const mostHeld: Readonly<Record<Lane, number>> = { fast: 256, slow: 512 };
/** An endpoint's turn, when others wait for theirs. */
const turnMilliseconds = 1_000;
const betweenClaims = 100;
/** An attempt has its fast place for so long. Hundreds that hang all at once are out of the others' way in a few times this. */
const movedMilliseconds = 250;
/** Of one endpoint: enough for a while at the greatest speed. */
const readAtOnce: Readonly<Record<Lane, number>> = { fast: 50, slow: 4 };

type Parts = { queues: QueueStore; holder: string; clock: { now(): number } };

/** The endpoints that this process holds: claimed, read, renewed and given back, many in one statement each. */
export const holdEndpoints = ({ queues, holder }: Parts) => {
  const lines = new Map<string, Line>();
  /** Whether the last claim of a lane may have left some. */
  const mayBeMore: Record<Lane, boolean> = { fast: true, slow: true };
  let claimedAt = Number.NEGATIVE_INFINITY;
  let renewedAt = performance.now();

  const heldIn = (lane: Lane): number => {
    let count = 0;
    for (const line of lines.values()) if (laneOf(line) === lane) count += 1;
    return count;
  };

  const lose = (line: Line): void => {
    line.waiting = [];
    leave(line, 0);
    if (lines.get(line.endpoint.id) === line) lines.delete(line.endpoint.id);
  };

  const claimIn = async (lane: Lane): Promise<void> => {
    const most = mostHeld[lane] - heldIn(lane);
    if (most <= 0) return;
    const claimed = await queues.claim(lane === 'slow', most, holder, leaseSeconds);
    mayBeMore[lane] = claimed.length === most;
    const now = performance.now();
    for (const endpoint of claimed.filter(({ enabled }) => enabled)) {
      const line = lines.get(endpoint.id);
      // Held already: its lease had run out while the database was away, and nobody else has taken it.
      if (line !== undefined) line.endpoint = endpoint;
      else lines.set(endpoint.id, openLine(endpoint, now));
    }
    const disabled = claimed.filter(({ enabled }) => !enabled).map(({ id }) => id);
    if (disabled.length > 0) await queues.drop(disabled);
  };

  const claim = async (): Promise<void> => {
    const isTime = performance.now() - claimedAt >= betweenClaims;
    if (isTime) claimedAt = performance.now();
    for (const lane of lanes) if (isTime || mayBeMore[lane]) await claimIn(lane);
  };

  /** Others wait, so whoever had a turn stands in line again. */
  const endTurns = (): void => {
    for (const lane of lanes) {
      if (!mayBeMore[lane] || heldIn(lane) < mostHeld[lane]) continue;
      const since = performance.now() - turnMilliseconds;
      for (const line of lines.values()) if (laneOf(line) === lane && line.heldSince < since) leave(line, 0);
    }
  };

  /** A fast endpoint is read ahead, so that sending need not wait for reading. */
  const isRead = (line: Line): boolean =>
    !line.isLeaving && !line.isEmpty && line.waiting.length + (line.slow ? line.inFlight : 0) < line.window;

  const take = (line: Line, { version, deliveries }: Reading, most: number): void => {
    const fresh = deliveries.filter(({ id }) => !line.known.has(id));
    for (const { id } of fresh) line.known.add(id);
    line.waiting.push(...fresh);
    line.version = version;
    line.isEmpty = deliveries.length < most;
    const last = deliveries.at(-1);
    if (last !== undefined) line.after = { at: last.next_attempt_at, id: last.id };
  };

  /** Reads for those that have little left; returns them. */
  const read = async (): Promise<Line[]> => {
    const asking = [...lines.values()].filter(isRead);
    if (asking.length === 0) return [];
    const wants = asking.map((line) => ({
      webhookId: line.endpoint.id,
      after: line.after,
      most: readAtOnce[laneOf(line)],
    }));
    const readings = await queues.read(wants, holder);
    asking.forEach((line, index) => {
      const reading = readings.get(line.endpoint.id);
      if (reading === undefined) lose(line);
      else take(line, reading, wants[index]?.most ?? 0);
    });
    return asking;
  };

  const renew = async (): Promise<void> => {
    if (performance.now() - renewedAt < renewMilliseconds || lines.size === 0) return;
    renewedAt = performance.now();
    const still = new Map((await queues.renew([...lines.keys()], holder, leaseSeconds)).map((one) => [one.id, one]));
    for (const [id, line] of lines) {
      const endpoint = still.get(id);
      if (endpoint?.enabled !== true) lose(line);
      else Object.assign(line, { endpoint, isEmpty: false });
    }
  };

  const isDone = (line: Line): boolean =>
    line.known.size === line.waiting.length &&
    line.inFlight === 0 &&
    (line.isLeaving || (line.isEmpty && line.waiting.length === 0));

  const releaseOf = (line: Line): Release => ({
    webhookId: line.endpoint.id,
    emptyAt: line.isLeaving ? null : line.version,
    restSeconds: line.restSeconds,
    slow: line.slow,
    strikes: line.strikes,
  });

  const giveBack = async (): Promise<void> => {
    endTurns();
    const done = [...lines.values()].filter(isDone);
    if (done.length === 0) return;
    const gone = await queues.release(done.map(releaseOf), holder);
    for (const line of done) {
      if (gone.has(line.endpoint.id)) lines.delete(line.endpoint.id);
      // Something was put into the queue since it was read.
      else line.isEmpty = false;
    }
  };

  return {
    claim,
    read,
    renew,
    giveBack,
    lose,
    /** Something was queued. Of an endpoint that is held this is seen when it is to be given back. */
    lookAgain: (): void => {
      mayBeMore.fast = true;
    },
    /** Attempts that take long go to the slow places, and after a while their endpoints with them. */
    separateSlow: (flights: Iterable<Flight>, move: (flight: Flight) => void): void => {
      const now = performance.now();
      for (const flight of flights) {
        if (now - flight.since > movedMilliseconds) move(flight);
        if (now - flight.since > slowMilliseconds) slowDown(flight.line);
      }
    },
    /** What is read and not sent is somebody else's. */
    giveAllBack: async (): Promise<void> => {
      for (const line of lines.values()) leave(line, 0);
      if (lines.size > 0) await queues.release([...lines.values()].map(releaseOf), holder);
      lines.clear();
    },
  };
};
