import { pino } from 'pino';
import { composeRecorder } from '../../server/compose-recorder.ts';
import { installationId } from '../../server/database/installation.ts';
import { type Connection, openDatabase } from '../../server/database/open-database.ts';
import { livekit } from '../../server/media/livekit.ts';
import type { StartCapture } from '../../server/recorder/capture/capture.ts';
import type { Ability } from '../../server/recorder/record-halls.ts';
import { sealWith } from '../../server/sealed.ts';

export type TestRecorderSettings = {
  readonly connection: Connection;
  readonly livekit: { readonly url: string; readonly apiKey: string; readonly apiSecret: string };
  readonly spool: string;
  readonly startCapture: StartCapture;
  readonly capacity?: number;
  readonly ability?: () => Ability;
  /** Names the machine; the same in a process that goes on with its spool. */
  readonly id?: string;
};

let processes = 0;

/** A recorder with another capture than a browser's. Gives what stops it. */
export const startTestRecorder = async (settings: TestRecorderSettings): Promise<() => Promise<void>> => {
  const opened = openDatabase(settings.connection, { poolSize: 4, onLost: () => {} });
  const id = settings.id ?? 'recorder_test';
  processes += 1;
  const media = livekit({
    ...settings.livekit,
    installationId: await installationId(opened.database),
    observe: () => {},
  });
  const recorder = composeRecorder({
    database: opened.database,
    media,
    serverUrl: settings.livekit.url,
    seal: sealWith('a secret key that is only for tests'),
    identity: { id, host: 'test', holder: `${id}-${process.pid}-${processes}` },
    spoolRoot: settings.spool,
    capacity: settings.capacity ?? 2,
    startCapture: settings.startCapture,
    layout: 'speaker',
    ability: settings.ability ?? (() => ({ isAble: true })),
    logger: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }, pino.destination(2)),
    longestPauseMilliseconds: 300,
    neededBytes: 0,
  });
  return async () => {
    await recorder.stop();
    await media.close();
    await opened.close();
  };
};
