import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort, until } from '../../server/embedded/testing/processes.ts';
import type { StorageAccess } from '../../server/storage/bucket.ts';

/** A real S3 server with one bucket, below a folder of its own. */
export type S3Server = {
  readonly port: number;
  readonly access: StorageAccess;
  /** The file behind an object of the bucket. */
  fileOf(key: string): string;
  stop(): Promise<void>;
};

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

export const startS3 = async (): Promise<S3Server> => {
  const binary = inject('versitygw');
  if (binary === '') throw new Error('These tests need an S3 server, which could not be built: install Go 1.26');
  const folder = await mkdtemp(join(tmpdir(), 'hall-s3-'));
  const bucket = 'recordings';
  await mkdir(join(folder, 'objects', bucket), { recursive: true });
  await mkdir(join(folder, 'sidecar'));
  const port = await freePort();
  const access: StorageAccess = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    path_style: true,
    access_key_id: 'test-access',
    secret_access_key: 'test-secret-that-must-not-be-seen',
  };
  const child = spawn(
    binary,
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', join(folder, 'sidecar'), join(folder, 'objects')],
    {
      env: { ROOT_ACCESS_KEY_ID: access.access_key_id, ROOT_SECRET_ACCESS_KEY: access.secret_access_key },
      stdio: 'ignore',
    },
  );
  await until(() => isListening(port), 20_000);
  return {
    port,
    access,
    fileOf: (key) => join(folder, 'objects', bucket, key),
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** For the fixture `s3` of scope `file`. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
export const s3OfFile = async ({}: object, use: (s3: S3Server) => Promise<void>): Promise<void> => {
  const s3 = await startS3();
  await use(s3);
  await s3.stop();
};
