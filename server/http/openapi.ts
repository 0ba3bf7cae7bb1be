import { describeRefusal, type RefusalCode, refusalDetail } from '../errors.ts';
import { ErrorBody } from '../schemas.ts';
import type { Route } from './route.ts';

const integerHeader = (description: string) => ({ type: 'integer', description });
const stringHeader = (description: string) => ({ type: 'string', description });

const commonHeaders = {
  'X-RateLimit-Limit': integerHeader('The limit that applies: that of the window with the fewest requests left.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in that window.'),
  'X-RateLimit-Reset': integerHeader(
    'Unix seconds. On 429, when the request would be admitted; else, when the oldest counted request leaves the window.',
  ),
  'X-Request-Id': stringHeader('Names the request in the log of the service.'),
};
const retryAfter = { 'Retry-After': integerHeader('Seconds to wait before a retry.') };

const statusTexts: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  400: 'Bad request',
  401: 'No valid credential: the API key is missing, invalid or revoked; behind the dashboard, nobody is signed in',
  403: 'Not allowed, typically a plan limit',
  404: 'Does not exist, or belongs to another organisation',
  422: 'The body is valid JSON but does not match its schema',
  429: 'A rate limit is exceeded',
  502: 'The media server could not be reached; retry',
  503: 'Temporarily unavailable; retry',
};

const exampleValues: Record<string, string | number> = {
  seconds: 12,
  limit: 5,
  parameter: 'limit',
  status: 'uploading',
  halls: 1,
  reason: 'the bill of October is unpaid',
  recorders: 'no recorder runs',
  fault: 'must be at least 1',
  status_url: 'https://halls.example.org/status',
};

/** What a door adds to each of its routes: refusals of its own, and a header that it reads. */
export type DescribeDoor = (route: Route) => { refuses: readonly RefusalCode[]; header?: [name: string, text: string] };

const describeKeyDoor: DescribeDoor = () => ({ refuses: ['key_missing', 'key_invalid', 'organisation_suspended'] });

/** The refusals that a route of this shape can give beside its own. */
const commonRefusals = (route: Route): RefusalCode[] => {
  const codes: RefusalCode[] = ['malformed_request', 'rate_limited', 'unavailable'];
  if (route.query !== undefined) codes.push('malformed_parameter');
  // A body that no operation asked for is read all the same.
  if (route.method !== 'GET') codes.push('malformed_json', 'unsupported_content_type', 'body_too_large');
  if (route.body !== undefined) codes.push('invalid_body');
  if (route.method === 'POST')
    codes.push('malformed_idempotency_key', 'idempotency_key_reused', 'idempotent_request_in_progress');
  return codes;
};

const errorHeaders = (status: number) => ({
  ...commonHeaders,
  ...(status === 429 || status >= 500 ? retryAfter : {}),
  ...(status === 401 ? { 'WWW-Authenticate': stringHeader('Bearer') } : {}),
});

const errorExample = (code: RefusalCode) => {
  const body = { detail: refusalDetail(code, exampleValues), code };
  return {
    value: code === 'invalid_body' ? { ...body, errors: [{ path: '/record', message: 'must be a boolean' }] } : body,
  };
};

const refusalResponses = (codes: readonly RefusalCode[]): Record<number, object> => {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of new Set(codes)) {
    const { status } = describeRefusal(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: statusTexts[status],
        headers: errorHeaders(status),
        content: {
          'application/json': {
            schema: ErrorBody,
            examples: Object.fromEntries(ofStatus.map((code) => [code, errorExample(code)])),
          },
        },
      },
    ]),
  );
};

const mediaTypeOf = (schema: object): string =>
  'x-mediaType' in schema ? String(schema['x-mediaType']) : 'application/json';

const successHeaders = (route: Route, status: number) => ({
  ...commonHeaders,
  ...(status === 201 ? { Location: stringHeader('The path of what was created.') } : {}),
  ...(route.method === 'POST'
    ? { 'Idempotent-Replayed': stringHeader('true when this is the remembered answer to an earlier request.') }
    : {}),
});

const streamOf = (route: Route) =>
  route.follow === undefined
    ? {}
    : {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'Server-sent events; a comment every 15 seconds when there are none.',
          },
        },
      };

const successResponses = (route: Route): Record<number, object> =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => [
      status,
      {
        description: statusTexts[Number(status)],
        headers: successHeaders(route, Number(status)),
        ...(schema === null
          ? { type: 'null' }
          : { content: { [mediaTypeOf(schema)]: { schema }, ...streamOf(route) } }),
      },
    ]),
  );

const idempotencyHeader: [name: string, text: string] = [
  'Idempotency-Key',
  'Makes the request safe to repeat for 24 hours: a repeat with the same body gets the first answer.',
];

const headersOf = (headers: readonly [name: string, text: string][]): Record<string, unknown> =>
  headers.length === 0
    ? {}
    : {
        headers: {
          type: 'object',
          properties: Object.fromEntries(headers.map(([name, text]) => [name, stringHeader(text)])),
        },
      };

const followHeader: [name: string, text: string] = [
  'Last-Event-ID',
  'With Accept: text/event-stream: the last event that was seen. The stream goes on with the next one.',
];

/** What Fastify validates with, serialises with, and @fastify/swagger reads: one declaration for all three. */
export const fastifySchema = (route: Route, describe: DescribeDoor = describeKeyDoor): Record<string, unknown> => {
  const door = describe(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.body === undefined ? {} : { body: route.body }),
    ...headersOf([
      ...(door.header === undefined ? [] : [door.header]),
      ...(route.method === 'POST' ? [idempotencyHeader] : []),
      ...(route.follow === undefined ? [] : [followHeader]),
    ]),
    response: {
      ...successResponses(route),
      ...refusalResponses([...commonRefusals(route), ...door.refuses, ...route.refuses]),
    },
  };
};

type Documented = { openapiObject?: { paths?: Record<string, Record<string, unknown> | undefined> } };

/** A request without a body is one with an empty body, unless its schema requires a field. */
const bodiesMayBeLeftOut = (document: Documented) => {
  for (const operations of Object.values(document.openapiObject?.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      const { requestBody } = operation as {
        requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[] } }> };
      };
      if (requestBody !== undefined) {
        requestBody.required = (requestBody.content['application/json']?.schema.required ?? []).length > 0;
      }
    }
  }
  return document.openapiObject;
};

const isBehind = (prefix: string, url: string): boolean => url.startsWith(`${prefix}/`);

/** Both documents are read from the same application; each leaves the other door's routes out. */
const onlyBehind =
  (prefix: string) =>
  ({ schema, url }: { schema: object; url: string }) => ({
    schema: isBehind(prefix, url) ? schema : { ...schema, hide: true },
    url,
  });

export const openApiOptions = (baseUrl: string, version: string) => ({
  transform: onlyBehind('/v1') as never,
  transformObject: bodiesMayBeLeftOut as never,
  openapi: {
    openapi: '3.1.0' as const,
    info: {
      title: 'Hall',
      version,
      description:
        'Live video halls for organisations. Create a hall with one request, hand each person a link or a token, close it or let it close. ' +
        'Times are RFC 3339 in UTC, durations whole seconds. Errors are `{"detail", "code"}`; branch on `code`.',
    },
    servers: [{ url: baseUrl }],
    components: {
      securitySchemes: { key: { type: 'http' as const, scheme: 'bearer', description: 'An API key: `hall_live_…`' } },
    },
    security: [{ key: [] }],
    tags: [
      { name: 'Halls', description: 'Gatherings: open from their creation until they are closed.' },
      { name: 'Participants', description: 'People who were invited into a hall.' },
      { name: 'Events', description: 'What happened in the halls, in the order in which it was published.' },
      { name: 'Webhooks', description: 'Where your own software is told of events, and what became of each delivery.' },
      { name: 'Organisation', description: 'Whose key this is, its plan and what it uses.' },
    ],
  },
});

/** The document of the dashboard's door, which its typed client is made from. */
export const dashboardApiOptions = (version: string) => ({
  decorator: 'dashboardDocument' as never,
  transform: onlyBehind('/dashboard/v1') as never,
  transformObject: bodiesMayBeLeftOut as never,
  openapi: {
    openapi: '3.1.0' as const,
    info: {
      title: 'Hall dashboard',
      version,
      description:
        'The routes of the API for people who are signed in, and those that only the dashboard has. It changes with the dashboard: programs use /v1.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey' as const, in: 'cookie' as const, name: '__Host-hall.session_token' },
      },
    },
    security: [{ session: [] }],
  },
});
