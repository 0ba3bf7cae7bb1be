import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'";

/** The OpenAPI document, and a page to read it and to send requests, which needs nothing from elsewhere. */
export const documentation = async (app: FastifyInstance): Promise<void> => {
  let document: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  let dashboard: string | undefined;
  app.get('/dashboard/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    dashboard ??= JSON.stringify((app as unknown as { dashboardDocument(): object }).dashboardDocument());
    return reply.type('application/json; charset=utf-8').send(dashboard);
  });
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Hall API',
        withDefaultFonts: false,
        telemetry: false,
        // What needs the maker's services has no place in an installation of somebody's own.
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: 'key' },
      } as never,
    });
  });
};
