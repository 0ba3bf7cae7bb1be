import type { FastifyInstance } from 'fastify';
import { HallError } from '../errors.ts';
import type { MediaEvent, MediaServer } from '../media/media-server.ts';
import type { Limits } from './limits.ts';

/** Where the media server tells what happens in its rooms. */
export const mediaEventsPath = '/media/events';

/** An event holds a room and one participant with its tracks and metadata; LiveKit's own limits keep it far below this. */
const bodyLimitBytes = 1_048_576;

/**
 * The door of the media server: no key, but a signature over the bytes of the body. An answer of 2xx means that the event is
 * in the database; any other makes LiveKit send it again.
 */
export const mediaDoor = (
  app: FastifyInstance,
  parts: {
    media: Pick<MediaServer, 'readEvent'>;
    limits: Limits;
    hear: (event: MediaEvent) => Promise<void>;
    /** Told how each request ended, for the metrics. */
    observe: (outcome: 'taken in' | 'of no use' | 'not signed') => void;
  },
): void => {
  app.register(async (scope) => {
    // Signed are the bytes; LiveKit sends them as application/webhook+json.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(mediaEventsPath, { schema: { hide: true }, bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const { authorization = '' } = request.headers;
      const event = Buffer.isBuffer(request.body) ? parts.media.readEvent(request.body, authorization) : undefined;
      if (event === undefined) {
        parts.observe('not signed');
        await parts.limits.address(request, reply);
        throw new HallError('signature_invalid');
      }
      if (event !== 'of no use') await parts.hear(event);
      parts.observe(event === 'of no use' ? 'of no use' : 'taken in');
      return reply.send({ ok: true });
    });
  });
};
