import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { LeaseStore } from './database/lease-store.ts';
import type { Database } from './database/tables.ts';
import { egressPage, egressPagePath } from './http/pages/egress-page.ts';
import type { EgressServer } from './media/livekit-egress.ts';
import type { MediaServer } from './media/media-server.ts';
import type { Metrics } from './metrics.ts';
import type { ReachStorage } from './organisations/storage/reach-storage.ts';
import type { TestStorage } from './organisations/storage/test-storage.ts';
import type { Layout } from './recorder/capture/capture.ts';
import { egressRecorder, egressStore } from './recorder/egress/egress-store.ts';
import type { Patience } from './recorder/egress/next-step.ts';
import { recordByEgress, rememberRefusals } from './recorder/egress/record-by-egress.ts';
import { workOnEgress } from './recorder/egress/work-on-egress.ts';
import { jobStore } from './recorder/job-store.ts';
import { openBucket } from './storage/bucket.ts';

export type EgressParts = {
  server: (observe: Metrics['mediaCalled']) => EgressServer;
  /** Hall as Egress workers reach it, for the page that they record. */
  hallUrl: string;
  /** LiveKit's addresses that workers may name to that page. */
  livekitUrls: readonly string[];
  layout: Layout;
  /** For tests: how long Hall waits for workers. */
  patience?: Patience;
};

type EgressHouseParts = EgressParts & {
  observe: Metrics['mediaCalled'];
  database: Database;
  leases: LeaseStore;
  media: Pick<MediaServer, 'setRecorded'>;
  storage: { reach: ReachStorage; test: TestStorage };
  holder: string;
  logger: Logger;
};

/** Recording by LiveKit Egress, on every instance of the API: compose.ts alone uses it. */
export const composeEgress = (parts: EgressHouseParts) => {
  const { database, media, storage, logger } = parts;
  const server = parts.server(parts.observe);
  const egresses = egressStore(database);
  const jobs = jobStore(database, egressRecorder, egressRecorder);
  const refusals = rememberRefusals();
  const onError = (error: unknown, what: string, recordingId?: string): void =>
    logger.warn({ err: error, recordingId, part: 'egress' }, what);
  const work = workOnEgress({
    server,
    egresses,
    jobs,
    pageUrl: parts.hallUrl + egressPagePath,
    layout: parts.layout,
    reach: storage.reach,
    openBucket,
    testStorage: storage.test,
    tell: async (hallId) => media.setRecorded(hallId, await jobs.isRecorded(hallId)),
    onOrdered: refusals.ordered,
    onError,
  });
  const recorder = recordByEgress({
    server,
    egresses,
    jobs,
    leases: parts.leases,
    holder: parts.holder,
    refusal: refusals.refusal,
    ...(parts.patience === undefined ? {} : { patience: parts.patience }),
    onError,
    work,
  });
  return {
    wake: recorder.wake,
    page: (app: FastifyInstance): Promise<void> => egressPage(app, { livekitUrls: parts.livekitUrls }),
    stop: async (): Promise<void> => {
      // An order under way may wait half a minute for a worker. What becomes of it is found out by the next process.
      await Promise.all([recorder.stop(), server.close()]);
    },
  };
};
