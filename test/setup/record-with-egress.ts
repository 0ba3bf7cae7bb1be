import { readFile } from 'node:fs/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { EgressStatus } from 'livekit-server-sdk';
import type { EgressStart, EgressWorker } from './egress-worker.ts';
import { joinCall } from './join-call.ts';

type Step = 'join' | 'begin' | 'end' | 'upload' | 'complete';

/** What a worker makes of a start, and where it goes wrong. */
export type EgressPlay = {
  /** The file that it uploads, or the path of one. */
  readonly film: Buffer | string;
  /** How long that plays; the time from begin to end where it is not given. */
  readonly milliseconds?: number;
  /** Called before each step, and waited for. What it throws is the reason of EGRESS_FAILED. */
  readonly before?: (step: Step) => Promise<void> | void;
  /** The bucket refuses, without having been asked. */
  readonly uploadFails?: boolean;
};

/**
 * Records as a well-behaved worker does: accepts, joins the room as LiveKit's recorders do, tells that it records, waits
 * for the stop or the room's end, uploads to the bucket of the request, and tells that it is complete. Resolves with the
 * last state that LiveKit was told; with undefined when the worker was killed.
 */
export const recordWithEgress = async (
  worker: EgressWorker,
  start: EgressStart,
  play: EgressPlay,
): Promise<EgressStatus | undefined> => {
  const { egressId } = start;
  const leaves: (() => Promise<void>)[] = [];
  const stepTo = async (step: Step): Promise<void> => {
    // A step that is held for ever ends with the worker.
    await Promise.race([play.before?.(step), worker.gone]);
    if (worker.isGone) throw new Error('the Egress worker is gone');
  };
  try {
    await start.accept();
    await stepTo('join');
    const call = await joinCall({ server_url: worker.livekitUrl, participant_token: start.token }, (leave) =>
      leaves.push(leave),
    );
    await stepTo('begin');
    const began = Date.now();
    await worker.update(egressId, { status: EgressStatus.EGRESS_ACTIVE, fileResults: [fileOf(start, { began })] });
    const stopped = worker.stopOf(egressId).then(() => 'stop');
    const how = await Promise.race([stopped, call.ended, worker.gone]);
    await stepTo('end');
    // A stop was answered with EGRESS_ENDING already.
    if (how !== 'stop') {
      await worker.update(egressId, { status: EgressStatus.EGRESS_ENDING, details: 'End reason: Source closed' });
    }
    const ended = began + (play.milliseconds ?? Date.now() - began);
    await call.leave();
    await stepTo('upload');
    const size = await upload(start, play);
    await stepTo('complete');
    const fileResults = [fileOf(start, { began, ended, size })];
    await worker.update(egressId, { status: EgressStatus.EGRESS_COMPLETE, fileResults });
    return EgressStatus.EGRESS_COMPLETE;
  } catch (error) {
    if (worker.isGone) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    // A stop before it began has given it up.
    if (reason.startsWith('no recording runs')) return EgressStatus.EGRESS_ABORTED;
    const failed = { status: EgressStatus.EGRESS_FAILED, error: reason, errorCode: 400 };
    await worker.update(egressId, failed);
    return failed.status;
  } finally {
    for (const leave of leaves) await leave();
  }
};

const outputOf = ({ request }: EgressStart) => {
  const [file] = request.fileOutputs;
  if (file?.output.case !== 's3') throw new Error('the request names no S3 bucket');
  return { filepath: file.filepath, s3: file.output.value };
};

const upload = async (start: EgressStart, play: EgressPlay): Promise<number> => {
  const { filepath, s3 } = outputOf(start);
  const film = typeof play.film === 'string' ? await readFile(play.film) : play.film;
  const client = new S3Client({
    region: s3.region,
    endpoint: s3.endpoint,
    forcePathStyle: s3.forcePathStyle,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secret },
    maxAttempts: 1,
  });
  try {
    if (play.uploadFails) throw new Error('operation error S3: PutObject, api error AccessDenied: Access Denied');
    await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: filepath, Body: film, ContentType: 'video/mp4' }));
  } catch (error) {
    // The words of Egress.
    throw new Error(`S3 upload failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    client.destroy();
  }
  return film.length;
};

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n;

/** LiveKit's FileInfo, as far as it is known by then; times in milliseconds. */
const fileOf = (start: EgressStart, known: { began: number; ended?: number; size?: number }) => {
  const { filepath, s3 } = outputOf(start);
  const { began, ended, size } = known;
  return {
    filename: filepath,
    startedAt: nanoseconds(began),
    ...(ended === undefined ? {} : { endedAt: nanoseconds(ended), duration: nanoseconds(ended - began) }),
    ...(size === undefined ? {} : { size: BigInt(size), location: `${s3.endpoint}/${s3.bucket}/${filepath}` }),
  };
};
