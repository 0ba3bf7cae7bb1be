import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { HallError, type RefusalCode } from '../errors.ts';
import type { EventStreams } from './event-streams.ts';
import type { AnswerOnce } from './idempotency/answer-once.ts';
import { type Limits, uncountedHeaders } from './limits.ts';
import { type DescribeDoor, fastifySchema } from './openapi.ts';
import type { Answer, Attempt, Caller, Route } from './route.ts';
import { bodyValidator, parameterValidator } from './validate.ts';

/** Tells who asks, from the request's headers; a code when nobody may. Synchronous when it is known already. */
export type Door = (request: FastifyRequest) => Caller | RefusalCode | Promise<Caller | RefusalCode>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    operationId?: string;
  }
}

type HallParams = { readonly id?: string };

const validatorFor = (
  schema: TSchema,
  httpPart: string | undefined,
): ((given: unknown) => true | { value: unknown }) => {
  // Headers are described for the documentation; what is read of them is checked where it is read.
  if (httpPart === 'headers') return () => true;
  if (httpPart === 'body') {
    const check = bodyValidator(schema);
    return (body) => {
      check(body);
      return true;
    };
  }
  const read = parameterValidator(schema);
  return (given) => ({ value: read(given) });
};

/** Sets status and headers, and returns the body for Fastify to send. Routes name what they created by its place behind the API's door. */
const answerWith = (reply: FastifyReply, answer: Answer, prefix: string): unknown => {
  reply.code(answer.status);
  if (answer.location !== undefined) reply.header('location', answer.location.replace(/^\/v1(?=\/)/, prefix));
  if (answer.cookies !== undefined && answer.cookies.length > 0) reply.header('set-cookie', [...answer.cookies]);
  if (answer.file !== undefined) {
    reply.type(answer.file.type).header('content-disposition', `attachment; filename="${answer.file.name}"`);
  }
  return answer.body;
};

/** While the database is away nobody knows whose request this is, so no window can count it. */
const uncounted =
  (reply: FastifyReply) =>
  (error: unknown): never => {
    reply.headers(uncountedHeaders(Date.now() / 1000));
    throw error;
  };

/** Puts routes behind a door, below a prefix. Order of work: authenticate, limit, parse, validate, act. */
export const mount = (
  app: FastifyInstance,
  parts: {
    prefix: string;
    door: Door;
    limits: Limits;
    /** Without it an Idempotency-Key changes nothing. */
    answerOnce?: AnswerOnce;
    /** Without it nothing can be followed. */
    streams?: EventStreams;
    routes: readonly Route[];
    /** Left out of the OpenAPI documents. */
    undocumented?: true;
    /** What the document says of the door. Default: the API key's. */
    describe?: DescribeDoor;
    /** Told of each request that a person's act has answered, before the answer is sent. */
    onActed?: (route: Route, caller: Caller, params: { id?: string }, answer: Answer) => Promise<void>;
  },
): void => {
  const { door, limits, answerOnce, streams } = parts;

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = door(request);
    const caller = answer instanceof Promise ? await answer.catch(uncounted(reply)) : answer;
    if (typeof caller === 'string') {
      await limits.address(request, reply);
      throw new HallError(caller);
    }
    request.caller = caller;
    const { limit } = request.routeOptions.config;
    const isNobody = caller.visit !== undefined && caller.person === undefined;
    const counting = isNobody
      ? limits.address(request, reply)
      : limits.caller(reply, caller, limit, (request.params as HallParams).id);
    if (counting instanceof Promise) await counting;
    if (request.is404) throw new HallError('not_found');
    if (caller.suspended !== undefined)
      throw new HallError('organisation_suspended', { values: { reason: caller.suspended } });
  };

  /** Undefined when it is the ordinary answer that is asked for. */
  const follow = (
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
  ): Promise<unknown> | undefined => {
    const { follow: fill } = route;
    const wantsStream = request.method === 'GET' && /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
    if (!wantsStream || fill === undefined || streams === undefined) return undefined;
    const lastEventId = request.headers['last-event-id'];
    const mayGoOn = async (): Promise<boolean> => {
      const now = await door(request);
      return typeof now !== 'string' && now.organisationId === caller.organisationId;
    };
    return streams.open(reply, mayGoOn, (sink) =>
      fill({
        caller,
        query: request.query as never,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        sink,
      }),
    );
  };

  const act = (route: Route) => {
    const run = async (request: FastifyRequest, caller: Caller, attempt: Attempt | undefined): Promise<Answer> => {
      const answer = await route.handle({
        caller,
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        attempt,
      });
      await parts.onActed?.(route, caller, request.params as HallParams, answer);
      return answer;
    };
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { caller } = request;
      if (caller === null) throw new Error('a route was reached without its door');
      const stream = follow(route, request, reply, caller);
      if (stream !== undefined) return stream;
      const key = request.headers['idempotency-key'];
      if (route.method !== 'POST' || key === undefined || answerOnce === undefined || caller.organisationId === '')
        return answerWith(reply, await run(request, caller, undefined), parts.prefix);
      if (typeof key !== 'string') throw new HallError('malformed_idempotency_key');
      const { method, url: path, body } = request;
      const answer = await answerOnce(caller.organisationId, key, { method, path, body }, (attempt) =>
        run(request, caller, attempt),
      );
      if (answer.replayed) reply.header('idempotent-replayed', 'true');
      return answerWith(reply, answer, parts.prefix);
    };
  };

  app.register(
    async (scope) => {
      scope.decorateRequest('caller', null);
      scope.addHook('onRequest', enter);
      // All fields of every body are optional unless its schema says otherwise: no body is an empty one.
      scope.addHook('preValidation', (request, _reply, done) => {
        if (request.body === undefined) request.body = {};
        done();
      });
      scope.setValidatorCompiler<TSchema>(({ schema, httpPart }) => validatorFor(schema, httpPart));
      scope.setNotFoundHandler(() => {
        throw new HallError('not_found');
      });
      for (const route of parts.routes) {
        scope.route({
          method: route.method,
          url: route.path,
          schema: { ...fastifySchema(route, parts.describe), ...(parts.undocumented === true ? { hide: true } : {}) },
          config: { operationId: route.operationId, ...(route.limit === undefined ? {} : { limit: route.limit }) },
          handler: act(route),
        });
      }
    },
    { prefix: parts.prefix },
  );
};
