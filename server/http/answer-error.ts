import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/open-database.ts';
import { HallError, refusalDetail } from '../errors.ts';

/** Seconds after which a retry of a 502 or 503 makes sense: the time in which a restarted server is back. */
const retryAfterSeconds = 2;

const isClientError = (error: unknown): boolean =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500;

/** Fastify's own refusals, and its plugins'. What is not here is unforeseen and becomes a 503. */
const refusalOf = (error: unknown, bodyLimit: number): HallError | undefined => {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new HallError('malformed_json');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new HallError('unsupported_content_type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HallError('body_too_large', { values: { limit: bodyLimit } });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new HallError('malformed_request', {
        values: { fault: 'the body is not as long as Content-Length says' },
      });
    case 'FST_ERR_BAD_URL':
      return new HallError('malformed_request', { values: { fault: 'the path is not a valid URL path' } });
    default:
      return isClientError(error)
        ? new HallError('malformed_request', { values: { fault: 'it is not understood' }, cause: error })
        : undefined;
  }
};

const asRefusal = (error: unknown, request: FastifyRequest, bodyLimit: number): HallError => {
  if (error instanceof HallError) return error;
  // The client's connection. One to a dependency may break with the same code, and that is no fault of the request.
  if (error instanceof Error && error === request.raw.errored)
    return new HallError('malformed_request', { values: { fault: 'the connection broke off' } });
  return refusalOf(error, bodyLimit) ?? new HallError('unavailable', { cause: error });
};

const logRefusal = (request: FastifyRequest, refusal: HallError): void => {
  if (refusal.status < 500) return;
  const fact = { err: refusal.cause ?? refusal, code: refusal.code, route: request.routeOptions?.url };
  const isForeseen = refusal.status === 502 || isUnavailable(refusal.cause) || refusal.cause === undefined;
  if (isForeseen) request.log.warn(fact, 'a dependency failed');
  else request.log.error(fact, 'unforeseen error');
};

/** The one place where refusals become answers. Nothing of a cause leaves the house. */
export const answerError =
  (statusUrl: string, bodyLimit: number) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error, request, bodyLimit);
    logRefusal(request, refusal);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    if (refusal.window !== undefined) {
      const { limit, resetAt } = refusal.window;
      reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': resetAt });
    }
    const wait = refusal.retryAfterSeconds ?? (refusal.status >= 500 ? retryAfterSeconds : undefined);
    if (wait !== undefined) reply.header('retry-after', wait);
    const body = {
      detail: refusalDetail(refusal.code, { ...refusal.values, status_url: statusUrl }),
      code: refusal.code,
    };
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(refusal.faults === undefined ? body : { ...body, errors: refusal.faults });
  };
