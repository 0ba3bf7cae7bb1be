import type { Logger } from 'pino';
import type { Database } from './database/tables.ts';
import type { MediaServer } from './media/media-server.ts';
import { reachStorage } from './organisations/storage/reach-storage.ts';
import { sealSecrets } from './organisations/storage/seal-secret.ts';
import { storageStore } from './organisations/storage/storage-store.ts';
import type { Layout, StartCapture } from './recorder/capture/capture.ts';
import { jobStore } from './recorder/job-store.ts';
import { type Ability, type Recorder, recordHalls } from './recorder/record-halls.ts';
import { spoolFolder } from './recorder/spool.ts';
import type { Seal } from './sealed.ts';
import { openBucket } from './storage/bucket.ts';

export type RecorderHouseParts = {
  database: Database;
  media: MediaServer;
  /** LiveKit's address as the recording browser reaches it. */
  serverUrl: string;
  seal: Seal;
  /** `id` names the spool, `holder` this process. */
  identity: { id: string; host: string; holder: string };
  spoolRoot: string;
  capacity: number;
  startCapture: StartCapture;
  layout: Layout;
  ability: () => Ability;
  logger: Logger;
  /** For tests: pauses between tries of an upload, and the room that the disk must have. */
  longestPauseMilliseconds?: number;
  neededBytes?: number;
};

/** A recorder: the second plan of the house, for processes apart from the API. */
export const composeRecorder = (parts: RecorderHouseParts): Recorder => {
  const { database, media, serverUrl, identity, logger } = parts;
  const jobs = jobStore(database, identity.id, identity.holder);
  return recordHalls({
    ...(parts.longestPauseMilliseconds === undefined
      ? {}
      : { longestPauseMilliseconds: parts.longestPauseMilliseconds }),
    ...(parts.neededBytes === undefined ? {} : { neededBytes: parts.neededBytes }),
    identity: { id: identity.id, host: identity.host },
    capacity: parts.capacity,
    ability: parts.ability,
    startCapture: parts.startCapture,
    layout: parts.layout,
    folder: spoolFolder(parts.spoolRoot),
    jobs,
    reach: reachStorage(storageStore(database), sealSecrets(parts.seal)),
    openBucket,
    admission: ({ id, hall_id }) => ({ serverUrl, token: media.admitRecorder(hall_id, id) }),
    tell: async (hallId) => media.setRecorded(hallId, await jobs.isRecorded(hallId)),
    onError: (error, what, recordingId) => logger.warn({ err: error, recordingId }, what),
  });
};
