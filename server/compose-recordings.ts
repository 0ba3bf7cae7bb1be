import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LeaseStore } from './database/lease-store.ts';
import type { Database } from './database/tables.ts';
import { hostStartsRecordingRoute, hostStopsRecordingRoute } from './guests/routes/record-hall.ts';
import { getStorage } from './organisations/storage/get-storage.ts';
import { reachStorage } from './organisations/storage/reach-storage.ts';
import { sealSecrets } from './organisations/storage/seal-secret.ts';
import { storageStore } from './organisations/storage/storage-store.ts';
import { testStorage } from './organisations/storage/test-storage.ts';
import { deleteRecording } from './recordings/delete-recording.ts';
import { describeRecorders } from './recordings/describe-recorders.ts';
import { downloadRecording } from './recordings/download-recording.ts';
import { getRecording } from './recordings/get-recording.ts';
import { listRecordings } from './recordings/list-recordings.ts';
import { mayRecord } from './recordings/may-record.ts';
import { recordingStore } from './recordings/recording-store.ts';
import { deleteRecordingRoute } from './recordings/routes/delete-recording.ts';
import { downloadRecordingRoute } from './recordings/routes/download-recording.ts';
import { getRecordingRoute } from './recordings/routes/get-recording.ts';
import { listRecordingsRoute } from './recordings/routes/list-recordings.ts';
import { startRecordingRoute } from './recordings/routes/start-recording.ts';
import { stopRecordingRoute } from './recordings/routes/stop-recording.ts';
import { settleRecordings } from './recordings/settle-recordings.ts';
import { settleStore } from './recordings/settle-store.ts';
import { startRecording } from './recordings/start-recording.ts';
import { stopHallRecording, stopRecording } from './recordings/stop-recording.ts';
import type { Seal } from './sealed.ts';
import { openBucket } from './storage/bucket.ts';

export type RecordingParts = { config: Config; database: Database; leases: LeaseStore; seal: Seal; logger: Logger };

/** Recordings' part of the plan of the house, without the recorder: compose.ts alone uses it. */
export const composeRecordings = ({ config, database, leases, seal, logger }: RecordingParts) => {
  const recordings = recordingStore(database);
  const settling = settleStore(database);
  const settings = storageStore(database);
  const secrets = sealSecrets(seal);
  const reach = reachStorage(settings, secrets);
  const record = mayRecord({
    hasStorage: async (organisationId) => (await settings.find(organisationId)) !== undefined,
    recorders: settling.recorders,
  });
  const settle = settleRecordings({
    recordings: settling,
    leases,
    reach,
    openBucket,
    holder: config.instance,
    onError: (part, error) => logger.warn({ err: error, part }, 'a part of settling recordings failed'),
  });
  const start = startRecording(recordings, record);

  return {
    mayRecord: record,
    storage: { get: getStorage(settings), test: testStorage(reach, openBucket), seal: secrets, reach },
    routes: [
      startRecordingRoute(start),
      listRecordingsRoute(listRecordings(recordings)),
      getRecordingRoute(getRecording(recordings)),
      stopRecordingRoute(stopRecording(recordings)),
      downloadRecordingRoute(downloadRecording(recordings, { reach, openBucket })),
      deleteRecordingRoute(deleteRecording(recordings, { reach, openBucket })),
    ],
    /** What a host does from within the hall. */
    hostRoutes: [hostStartsRecordingRoute(start), hostStopsRecordingRoute(stopHallRecording(recordings))],
    /** For the metrics. */
    count: settling.count,
    /** For the status page. */
    describe: describeRecorders(settling),
    stop: settle.stop,
  };
};
