export type Role = 'host' | 'participant' | 'viewer';

/** What Hall tells a person about the hall they are invited to. */
export interface HallView {
  hall: { name: string | undefined; expiresAt: number };
  organisation: Organisation;
  participant: { name: string; role: Role };
  /** LiveKit's signal URL. */
  serverUrl: string;
  /** So far Hall's clock is ahead of this machine's, in milliseconds: a phone's own may be minutes off. */
  clockAhead: number;
}

export interface Organisation {
  name: string;
  logoUrl: string | undefined;
  /** As #rrggbb. */
  colour: string | undefined;
}

/** Undefined when the answer does not have the shape that was agreed on. */
export function readHallView(answer: unknown, clock = Date.now()): HallView | undefined {
  const { hall, organisation, participant, server_url: serverUrl, now } = fieldsOf(answer);
  const { name, expires_at: expires } = fieldsOf(hall);
  const { name: owner, logo_url: logo, colour } = fieldsOf(organisation);
  const { name: own, role } = fieldsOf(participant);
  const [expiresAt, hallClock] = [Date.parse(String(expires)), Date.parse(String(now))];
  if (typeof serverUrl !== 'string' || typeof owner !== 'string' || !isRole(role)) return undefined;
  if (Number.isNaN(expiresAt) || Number.isNaN(hallClock)) return undefined;
  return {
    hall: { name: typeof name === 'string' ? name : undefined, expiresAt },
    organisation: {
      name: owner,
      logoUrl: typeof logo === 'string' && logo.startsWith('https://') ? logo : undefined,
      colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined,
    },
    participant: { name: typeof own === 'string' ? own : '', role },
    serverUrl,
    clockAhead: hallClock - clock,
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const isRole = (value: unknown): value is Role => value === 'host' || value === 'participant' || value === 'viewer';
