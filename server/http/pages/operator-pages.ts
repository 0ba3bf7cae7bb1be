import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../../metrics.ts';
import type { CheckHealth, Health } from './health.ts';
import { escapeHtml, page, pagePolicy } from './page.ts';

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .send(html);

const wantsJson = (accept: string | undefined): boolean => accept?.includes('application/json') === true;

const wordOf = ({ ready, parts }: Health): string =>
  !ready ? 'Hall is not available' : parts.every((part) => part.ready) ? 'Everything works' : 'Hall works with limits';

const statusPage = (health: Health): string =>
  page(
    `${wordOf(health)} · Hall status`,
    `<h1>${wordOf(health)}</h1>
<p>As of ${escapeHtml(new Date().toISOString())}</p>
<ul>
${health.parts
  .map(
    (part) =>
      `<li>${escapeHtml(part.name)} <span class="${part.ready ? 'good' : 'bad'}">${escapeHtml(part.detail)}</span></li>`,
  )
  .join('\n')}
</ul>`,
  );

const landingPage = page(
  'Hall',
  `<h1>Hall</h1>
<p>An API for live video halls.</p>
<ul>
<li><a href="/dashboard">Dashboard</a> <span>sign in, see halls, make keys</span></li>
<li><a href="/docs">API documentation</a> <span>every operation, to read and to try</span></li>
<li><a href="/openapi.json">openapi.json</a> <span>for generated clients</span></li>
<li><a href="/status">Status</a> <span>what works at this moment</span></li>
</ul>`,
);

/** Pages for people and probes: they need no key and are not counted by the limits. */
export const operatorPages = (app: FastifyInstance, parts: { checkHealth: CheckHealth; metrics: Metrics }): void => {
  const { checkHealth, metrics } = parts;
  const hide = { schema: { hide: true } };
  app.get('/', hide, (_request, reply) => sendPage(reply, landingPage));
  // The process answers: whoever restarts it when this fails should not do so because PostgreSQL is away.
  app.get('/healthz', hide, (_request, reply) => reply.send({ ok: true }));
  app.get('/readyz', hide, async (_request, reply) => {
    const health = await checkHealth();
    return reply
      .code(health.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health);
  });
  app.get('/status', hide, async (request, reply) => {
    const health = await checkHealth();
    if (!wantsJson(request.headers.accept)) return sendPage(reply, statusPage(health));
    return reply.header('cache-control', 'no-store').send({ status: wordOf(health), ...health });
  });
  app.get('/metrics', hide, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
};
