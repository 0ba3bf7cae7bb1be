import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { livekitSources } from '../../recorder/livekit-sources.ts';

const built = new URL('../../../web/dist/', import.meta.url);

/** Scripts and styles are files of ours, and the page talks to LiveKit alone, not even to Hall. */
const policyFor = (livekitUrls: readonly string[]): string => {
  const sources = new Set(livekitUrls.map(livekitSources));
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${[...sources].join(' ')}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
};

/** Where LiveKit Egress is sent for its template. */
export const egressPagePath = '/recording-layout';

/**
 * The template of LiveKit Egress. Anybody may open it, for it shows nothing without a token, which the worker adds to its
 * address. Its files are those that roomPage serves. `livekitUrls`: each address at which a worker may reach LiveKit.
 */
export const egressPage = async (
  app: FastifyInstance,
  { livekitUrls }: { livekitUrls: readonly string[] },
): Promise<void> => {
  const html = await readFile(new URL('recording/egress.html', built));
  const headers = {
    'content-security-policy': policyFor(livekitUrls),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  };
  app.get(egressPagePath, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').headers(headers).send(html),
  );
};
