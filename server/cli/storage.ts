import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { HallError, refusalDetail } from '../errors.ts';
import { getStorage } from '../organisations/storage/get-storage.ts';
import { reachStorage } from '../organisations/storage/reach-storage.ts';
import { removeStorage } from '../organisations/storage/remove-storage.ts';
import { type SecretSeal, sealSecrets } from '../organisations/storage/seal-secret.ts';
import { setStorage } from '../organisations/storage/set-storage.ts';
import type { StorageBody } from '../organisations/storage/storage-settings.ts';
import { type StorageStore, storageStore } from '../organisations/storage/storage-store.ts';
import { testStorage } from '../organisations/storage/test-storage.ts';
import { sealWith } from '../sealed.ts';
import { openBucket } from '../storage/bucket.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { secretKey } from './secret-key.ts';
import { withDatabase } from './with-database.ts';

type Parts = { settings: StorageStore; seal: SecretSeal };

/** A refusal's sentence is for the person who typed the command too. */
const withSettings = (work: (parts: Parts) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    const seal = sealSecrets(sealWith(await secretKey()));
    try {
      await work({ settings: storageStore(database), seal });
    } catch (error) {
      throw error instanceof HallError ? new CommandError(refusalDetail(error.code, error.values)) : error;
    }
  });

const noSettings = (organisation: string): CommandError =>
  new CommandError(`The organisation "${organisation}" has no storage settings. See: hall storage set --help`);

/** From the environment, or standard input: as an argument it would stand in the list of processes. */
const readSecret = async (): Promise<string> => {
  const given = process.env.STORAGE_SECRET_ACCESS_KEY ?? (process.stdin.isTTY ? '' : await text(process.stdin));
  const secret = given.trim();
  if (secret === '')
    throw new CommandError('Give the secret access key in STORAGE_SECRET_ACCESS_KEY or on standard input.');
  return secret;
};

const lines = (settings: StorageBody): string =>
  [
    `endpoint       ${settings.endpoint}`,
    `region         ${settings.region}`,
    `bucket         ${settings.bucket}${settings.path_style ? ' (path style)' : ''}`,
    `prefix         ${settings.prefix === '' ? 'none' : settings.prefix}`,
    `access key id  ${settings.access_key_id}`,
    `changed        ${settings.updated_at}`,
  ].join('\n');

type SetOptions = {
  organisation: string;
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  prefix?: string;
  pathStyle?: boolean;
};

const set = (output: Output) => async (options: SetOptions) => {
  const secret = await readSecret();
  await withSettings(async ({ settings, seal }) => {
    const { organisation, accessKeyId, pathStyle, ...rest } = options;
    const body = await setStorage(settings, seal)(organisation, {
      ...rest,
      access_key_id: accessKeyId,
      secret_access_key: secret,
      path_style: pathStyle ?? false,
    });
    output.result(body, lines(body));
  });
};

const show = (output: Output) => (organisation: string) =>
  withSettings(async ({ settings }) => {
    const body = await getStorage(settings)(organisation);
    if (body === undefined) throw noSettings(organisation);
    output.result(body, lines(body));
  });

const test = (output: Output) => (organisation: string) =>
  withSettings(async ({ settings, seal }) => {
    const result = await testStorage(reachStorage(settings, seal), openBucket)(organisation);
    if (result === undefined) throw noSettings(organisation);
    const words = result.ok ? 'Writing, reading and deleting work.' : `${result.detail} (at: ${result.step})`;
    output.result(result, words);
    if (!result.ok) process.exitCode = 1;
  });

const remove = (output: Output) => (organisation: string, isForced: boolean) =>
  withSettings(async ({ settings }) => {
    await removeStorage(settings)(organisation, isForced);
    output.result({ removed: true }, 'The settings are removed; objects in the bucket stay.');
  });

export const storageCommands = (program: Command, output: () => Output): void => {
  const storage = program.command('storage').description("where an organisation's recordings go");
  const organisationOf = ['--organisation <id>', 'whose storage'] as const;
  storage
    .command('set')
    .description('set the bucket; the secret comes from STORAGE_SECRET_ACCESS_KEY or standard input')
    .requiredOption(...organisationOf)
    .requiredOption('--endpoint <url>', 'where it speaks S3, as https://s3.eu-central-1.amazonaws.com')
    .requiredOption('--region <name>', 'as eu-central-1, or auto')
    .requiredOption('--bucket <name>', 'a bucket that exists')
    .requiredOption('--access-key-id <id>', 'of a key that may read, write and delete there')
    .option('--prefix <folder>', 'in front of every key')
    .option('--path-style', 'the bucket stands in the path, as MinIO and others have it')
    .action((options: SetOptions) => set(output())(options));
  storage
    .command('show')
    .description('show the settings, without the secret')
    .requiredOption(...organisationOf)
    .action((options: { organisation: string }) => show(output())(options.organisation));
  storage
    .command('test')
    .description('write, read and delete a probe object')
    .requiredOption(...organisationOf)
    .action((options: { organisation: string }) => test(output())(options.organisation));
  storage
    .command('remove')
    .description('remove the settings; objects stay')
    .requiredOption(...organisationOf)
    .option('--force', 'although open halls are to be recorded')
    .action((options: { organisation: string; force?: boolean }) =>
      remove(output())(options.organisation, options.force === true),
    );
};
