import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { HallError, refusalDetail } from '../errors.ts';
import { newId } from '../ids.ts';
import { answerError } from './answer-error.ts';
import { type Limits, uncountedHeaders } from './limits.ts';
import { isSignalling } from './pass-signalling.ts';
import type { RouteLimit } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: RouteLimit;
  }
}

/** Metadata takes 8 KiB; everything else of a body is short. */
const bodyLimitBytes = 65_536;

/** A request that is not HTTP, or whose head is too large, gets the same kind of answer as any other. */
const answerBrokenRequest = (
  error: { code?: string },
  socket: NodeJS.WritableStream & { writable: boolean; destroy(): void },
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const fault = error.code === 'HPE_HEADER_OVERFLOW' ? 'its headers are too large' : 'it is not valid HTTP';
  const body = JSON.stringify({ detail: refusalDetail('malformed_request', { fault }), code: 'malformed_request' });
  const headers = {
    ...uncountedHeaders(Date.now() / 1000),
    'X-Request-Id': newId('req'),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
};

/** While the app closes: ends connections on which no request is in flight, which would be waited for otherwise. */
const closeUnused = (app: FastifyInstance): void => {
  // Clients connect in advance, and Node takes a connection that has not sent anything for one that is about to.
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const closeNow = (): void => {
    app.server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', async () => {
    // A kept connection with a request in flight is idle once that is answered, and nobody else would close it then.
    const closing = setInterval(closeNow, 50);
    app.server.once('close', () => clearInterval(closing));
  });
};

/** The HTTP server without routes: ids, bodies, errors, and the answer to what nobody serves. */
export const createApp = (options: {
  logger: Logger;
  trustProxy: boolean | string[];
  statusUrl: string;
  limits: Limits;
  onAnswer: (request: FastifyRequest, reply: FastifyReply) => void;
}): FastifyInstance => {
  const { limits } = options;
  const onError = answerError(options.statusUrl, bodyLimitBytes);
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustProxy,
    genReqId: () => newId('req'),
    // Longer than the head of any request that Node accepts: a long id gets its 404 from the handler, as unknown ids do.
    routerOptions: { maxParamLength: 32_768 },
    http: {
      // Node's own answer to a request without Host has no body; ours is below.
      requireHostHeader: false,
      // Some clients (Java's among them) offer HTTP/2 with every request. Declining that is answering as if they had not.
      shouldUpgradeCallback: ({ url = '' }) => isSignalling(url) && app.server.listenerCount('upgrade') > 0,
    },
    // Requests in flight end by themselves; main.ts bounds how long that may take.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 30_000,
    clientErrorHandler: answerBrokenRequest as never,
    frameworkErrors: (async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      reply.header('x-request-id', request.id);
      const refusal = await limits.address(request, reply).then(
        () => error,
        (limited: unknown) => limited,
      );
      return onError(refusal, request, reply);
    }) as never,
  });
  app.setErrorHandler(onError);
  // Node would answer an expectation it does not know with 417; RFC 9110 lets a server ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const refusalAtOnce = (request: FastifyRequest): HallError | undefined => {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      return new HallError('malformed_request', { values: { fault: 'the header Host is missing' } });
    }
    // Before its body is read: nothing in it changes that there is nothing here. Mounted routes answer for their own paths.
    return request.is404 && request.server === app ? new HallError('not_found') : undefined;
  };
  // The hooks of every request take a callback: each promise would be two more turns through the microtask queue.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const refusal = refusalAtOnce(request);
    if (refusal === undefined) done();
    else limits.address(request, reply).then(() => done(refusal), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    options.onAnswer(request, reply);
    if (options.logger.isLevelEnabled('debug')) {
      request.log.debug(
        { method: request.method, path: request.url.split('?')[0], status: reply.statusCode, ms: reply.elapsedTime },
        'answered',
      );
    }
    done();
  });
  closeUnused(app);
  app.removeAllContentTypeParsers();
  // `__proto__` is a name like any other in JSON, so it is the schema that refuses it, as an unknown field.
  const parseJson = app.getDefaultJsonParser('ignore', 'ignore');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch (error) {
      return done(new HallError('malformed_json', { cause: error }));
    }
    return parseJson(request, text, done);
  });
  // Reached from routes that find nothing, as the files of the pages.
  app.setNotFoundHandler(async (request, reply) => {
    await limits.address(request, reply);
    throw new HallError('not_found');
  });
  return app;
};
