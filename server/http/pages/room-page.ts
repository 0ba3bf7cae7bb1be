import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = new URL('../../../web/dist/', import.meta.url);

/**
 * Scripts and styles are files of ours; the page talks to Hall and to whatever media server the operator has, and shows the
 * organisation's logo from wherever it lies. Any site may frame it.
 */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; " +
  "media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' ws: wss: http: https:; base-uri 'none'; form-action 'none'; " +
  'frame-ancestors *';

/** The page that a join_url opens: the same for every hall, for what differs is in the link's fragment. */
export const roomPage = async (app: FastifyInstance): Promise<void> => {
  const html = await readFile(new URL('room/index.html', built));
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', built)),
    prefix: '/assets/',
    // A file's name changes with its content.
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
    schemaHide: true,
  });
  app.get('/halls/:id', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
      .send(html),
  );
};
