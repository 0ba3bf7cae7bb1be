import { type Static, Type } from 'typebox';
import type { UsageStore } from './usage-store.ts';

/** Deliveries are counted row by row, and a page asks every few seconds. */
const mostCounted = 10_000;

export const Installation = Type.Object({
  version: Type.String(),
  instance: Type.String({ description: 'The process that answered.' }),
  uptime_seconds: Type.Integer({ minimum: 0, description: 'Since when that process runs.' }),
  ready: Type.Boolean({ description: 'Whether requests can be served.' }),
  parts: Type.Array(
    Type.Object({ name: Type.String(), ready: Type.Boolean(), essential: Type.Boolean(), detail: Type.String() }),
    { description: 'What Hall needs, and whether it is there: database, media server, rate limits.' },
  ),
  media_server: Type.Object({
    url: Type.String({ description: 'As participants reach it.' }),
    reachable: Type.Boolean(),
  }),
  organisations: Type.Integer({ minimum: 0 }),
  suspended: Type.Integer({ minimum: 0, description: 'Organisations that are suspended.' }),
  open_halls: Type.Integer({ minimum: 0 }),
  recorders: Type.Object({
    able: Type.Integer({ minimum: 0, description: 'Recorders that are able to record.' }),
    capacity: Type.Integer({ minimum: 0, description: 'Halls that these can record at once.' }),
    waiting: Type.Integer({ minimum: 0, description: 'Recordings that wait for a recorder.' }),
    running: Type.Integer({ minimum: 0, description: 'Recordings that run.' }),
    uploading: Type.Integer({ minimum: 0, description: 'Recordings on their way to their bucket.' }),
  }),
  webhooks: Type.Object({
    waiting: Type.Integer({ minimum: 0, description: `Deliveries that wait for an attempt, at most ${mostCounted}.` }),
    oldest_due_seconds: Type.Number({
      minimum: 0,
      description: 'For how long something has been due that no instance has taken.',
    }),
  }),
});

export type DescribeInstallation = () => Promise<Static<typeof Installation>>;

type Recorders = Static<typeof Installation>['recorders'];
type Health = { readonly ready: boolean; readonly parts: readonly Static<typeof Installation>['parts'][number][] };

/** What an operator looks at first. */
export const describeInstallation =
  (parts: {
    usage: UsageStore;
    version: string;
    instance: string;
    serverUrl: string;
    isMediaReachable: () => boolean;
    checkHealth: () => Promise<Health>;
    countRecorders: () => Promise<Recorders>;
    webhooks: { waiting(most: number): Promise<number>; oldestDueSeconds(): Promise<number> };
  }): DescribeInstallation =>
  async () => {
    const [health, sums, recorders, waiting, oldestDueSeconds] = await Promise.all([
      parts.checkHealth(),
      parts.usage.openHalls(),
      parts.countRecorders(),
      parts.webhooks.waiting(mostCounted),
      parts.webhooks.oldestDueSeconds(),
    ]);
    const { able, capacity, waiting: unmanned, running, uploading } = recorders;
    return {
      version: parts.version,
      instance: parts.instance,
      uptime_seconds: Math.floor(process.uptime()),
      ready: health.ready,
      parts: [...health.parts],
      media_server: { url: parts.serverUrl, reachable: parts.isMediaReachable() },
      ...sums,
      recorders: { able, capacity, waiting: unmanned, running, uploading },
      webhooks: { waiting, oldest_due_seconds: oldestDueSeconds },
    };
  };
