import { fileURLToPath } from 'node:url';
import { buildOnce, type Program } from './build-once.ts';

const versitygw: Program = {
  name: 'versitygw',
  // The same as in versitygw/go.mod.
  version: '1.8.0',
  moduleFolder: fileURLToPath(new URL('./versitygw', import.meta.url)),
  source: 'github.com/versity/versitygw/cmd/versitygw',
  about: 'the S3 server of the tests, with Go: two minutes, once',
};

/** Versity's S3 gateway, the S3 server of the tests. */
export const findVersitygw = (cacheFolder: string, report: (message: string) => void): Promise<string> =>
  buildOnce(versitygw, cacheFolder, report);
