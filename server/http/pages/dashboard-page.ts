import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

const built = new URL('../../../web/dist/', import.meta.url);

/**
 * Scripts and styles are files of ours, and nothing may be in line. Pictures are logos of organisations, wherever they lie;
 * recordings are played from the storage of each organisation. Media may come from anywhere, for the page is one for all: whom
 * it acts for is chosen in it, storage is set while it is open, and a recording stays where it was when settings change. What
 * is played there runs no script. No site may frame it.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: http: https:; media-src 'self' http: https:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** The dashboard: one page at every address below /dashboard but those of its API, for what it shows is decided in it. */
export const dashboardPage = async (app: FastifyInstance): Promise<void> => {
  const html = await readFile(new URL('dashboard/index.html', built));
  const show = (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').headers(headers).send(html);
  // No name of a page has a point in it, so what asks for a file that is not there is told so.
  for (const path of [
    '/dashboard',
    '/dashboard/',
    '/dashboard/:page(^(?!v1$)[^.]+$)',
    '/dashboard/:page(^(?!v1$)[^.]+$)/*',
  ]) {
    app.get(path, { schema: { hide: true } }, show);
  }
};
