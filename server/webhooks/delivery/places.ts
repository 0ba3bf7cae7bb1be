import { isReady, type Line } from './line.ts';

export type Lane = 'fast' | 'slow';
export const lanes: readonly Lane[] = ['fast', 'slow'];
export const laneOf = (line: Line): Lane => (line.slow ? 'slow' : 'fast');

/** One attempt under way, and whose place it has. */
export type Flight = { readonly line: Line; readonly deliveryId: string; readonly since: number; lane: Lane };

export type PlaceLimits = Readonly<Record<Lane, number>> & {
  /** In slow places together with those that came there from a fast one. */
  readonly moved: number;
  /** Of the fast ones, so that no organisation has all of them. */
  readonly perOrganisation: number;
};

/**
 * Who is sent to next. Endpoints take turns, one delivery a turn; slow ones have places of their own, and an organisation with many
 * endpoints has a share of the fast places at most.
 */
export const createPlaces = (limits: PlaceLimits) => {
  const inLine: Record<Lane, Line[]> = { fast: [], slow: [] };
  const taken: Record<Lane, number> = { fast: 0, slow: 0 };
  const byOrganisation = new Map<string, number>();
  /** Whose organisation has its share already. */
  const parked = new Map<string, Line[]>();

  const ownerOf = (line: Line): string => line.endpoint.organisation_id;

  const offer = (line: Line): void => {
    if (line.isInLine || !isReady(line)) return;
    line.isInLine = true;
    inLine[laneOf(line)].push(line);
  };

  const park = (line: Line): void => {
    const others = parked.get(ownerOf(line));
    if (others === undefined) parked.set(ownerOf(line), [line]);
    else others.push(line);
  };

  const unpark = (organisationId: string): void => {
    const others = parked.get(organisationId);
    const line = others?.shift();
    if (others?.length === 0) parked.delete(organisationId);
    if (line === undefined) return;
    line.isInLine = false;
    offer(line);
    // It may have nothing to send any more; then the turn is the next one's.
    if (!line.isInLine) unpark(organisationId);
  };

  const count = (organisationId: string, change: number): void => {
    const now = (byOrganisation.get(organisationId) ?? 0) + change;
    if (now > 0) byOrganisation.set(organisationId, now);
    else byOrganisation.delete(organisationId);
  };

  const nextOf = (lane: Lane): Line | undefined => {
    while (taken[lane] < limits[lane]) {
      const line = inLine[lane].shift();
      if (line === undefined) return undefined;
      if (isReady(line) && laneOf(line) === lane) {
        const isFull = lane === 'fast' && (byOrganisation.get(ownerOf(line)) ?? 0) >= limits.perOrganisation;
        if (!isFull) {
          line.isInLine = false;
          return line;
        }
        park(line);
      } else {
        line.isInLine = false;
        offer(line);
      }
    }
    return undefined;
  };

  const give = (flight: Flight, lane: Lane, change: number): void => {
    taken[lane] += change;
    if (lane !== 'fast') return;
    count(ownerOf(flight.line), change);
    if (change < 0) unpark(ownerOf(flight.line));
  };

  return {
    offer,
    /** The endpoint whose turn it is, if there is a place for it. */
    next: (): Line | undefined => nextOf('fast') ?? nextOf('slow'),
    take: (flight: Flight): void => give(flight, flight.lane, 1),
    giveBack: (flight: Flight): void => give(flight, flight.lane, -1),
    /** Moves an attempt that takes long to a slow place, as far as there are any. */
    move: (flight: Flight): void => {
      if (flight.lane === 'slow' || taken.slow >= limits.moved) return;
      give(flight, 'fast', -1);
      flight.lane = 'slow';
      give(flight, 'slow', 1);
    },
    taken: (lane: Lane): number => taken[lane],
  };
};

export type Places = ReturnType<typeof createPlaces>;
