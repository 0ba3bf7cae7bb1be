import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { EgressStatus } from 'livekit-server-sdk';
import { expect } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { arrange } from '../../web/recording/layout/arrange.ts';
import { launchBrowser } from '../browser/browser.ts';
import { test } from '../egress/fixtures.ts';
import { invite, openHall } from '../live/fixtures.ts';
import { untilStatus } from '../recording/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { openTemplate } from './egress-worker.ts';
import { coloursOf, isNear } from './read-film.ts';
import { red, within } from './spots.ts';
import { startTalker } from './talker.ts';

/* From the API's order to the bucket by Hall's own page in a real browser; the worker films it by a photograph. */

test('a hall is ordered, opened by a worker with the address of the order, and ends up in the bucket', {
  timeout: 120_000,
}, async ({ client, worker, hall, onTestFinished }) => {
  const id = await openHall(client, { record: true, name: 'Algebra' });
  const { server_url: url, participant_token: token } = await invite(client, id, { name: 'Ada' });
  const ada = await startTalker({ url, token }, { colour: '0xc82828', hertz: 440 }, onTestFinished);
  const start = await worker.nextStart();
  await start.accept();
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const address = new URL(start.request.customBaseUrl);
  const added = { layout: start.request.layout, url: hall.livekit.url, token: start.token };
  for (const [name, value] of Object.entries(added)) address.searchParams.set(name, value);
  const template = await openTemplate(page, address.href);
  await eventually(() => expect([template.said, template.complaints]).toEqual([['START_RECORDING'], []]));
  await worker.update(start.egressId, { status: EgressStatus.EGRESS_ACTIVE });
  await untilStatus(client, id, 'recording');
  const [place] = arrange({ layout: 'speaker', faces: ['Ada'], screens: [] }).values();
  if (place === undefined) throw new Error('Ada has no place');
  await eventually(async () => {
    const [colour = [0, 0, 0]] = await template.colours(within(place));
    expect(isNear(colour, red), `${colour}`).toBe(true);
  });
  const film = await filmOf(await page.screenshot());

  await ada.leave();
  await worker.stopOf(start.egressId);
  const [output] = start.request.fileOutputs;
  if (output?.output.case !== 's3') throw new Error('the order names no bucket');
  const s3 = output.output.value;
  const bucket = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: s3.forcePathStyle,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secret },
  });
  await bucket.send(new PutObjectCommand({ Bucket: s3.bucket, Key: output.filepath, Body: film }));
  bucket.destroy();
  const fileResults = [{ filename: output.filepath, size: BigInt(film.length), duration: 2_000_000_000n }];
  await worker.update(start.egressId, { status: EgressStatus.EGRESS_COMPLETE, fileResults });

  const [done] = await untilStatus(client, id, 'completed');
  const { body } = await client.get(`/v1/recordings/${done.id}/download`);
  const file = join(await temporaryFolder(onTestFinished), 'downloaded.mp4');
  await writeFile(file, Buffer.from(await (await fetch(body.url)).arrayBuffer()));
  const [first] = await coloursOf(file, within(place));
  expect(isNear(first?.colour ?? [0, 0, 0], red), `${first?.colour}`).toBe(true);
});

/** Two seconds of one picture. */
const filmOf = async (picture: Buffer): Promise<Buffer> => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, 'window.png'), join(folder, 'film.mp4')];
  await writeFile(from, picture);
  const film = ['-loop', '1', '-i', from, '-t', '2', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', to];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...film]);
  return readFile(to);
};
