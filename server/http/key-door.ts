import type { FastifyRequest } from 'fastify';
import type { FindCaller } from '../organisations/find-caller.ts';
import type { Door } from './mount.ts';

/** The door of the API: `Authorization: Bearer <API_KEY>`. */
export const keyDoor =
  (findCaller: FindCaller): Door =>
  (request: FastifyRequest) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return 'key_missing';
    const [, key] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    return key === undefined ? 'key_missing' : findCaller(key);
  };
