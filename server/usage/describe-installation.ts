import { type Static, Type } from 'typebox';
import type { UsageStore } from './usage-store.ts';

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
});

export type DescribeInstallation = () => Promise<Static<typeof Installation>>;

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
  }): DescribeInstallation =>
  async () => {
    const [health, sums] = await Promise.all([parts.checkHealth(), parts.usage.openHalls()]);
    return {
      version: parts.version,
      instance: parts.instance,
      uptime_seconds: Math.floor(process.uptime()),
      ready: health.ready,
      parts: [...health.parts],
      media_server: { url: parts.serverUrl, reachable: parts.isMediaReachable() },
      ...sums,
    };
  };
