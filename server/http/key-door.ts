import type { FastifyRequest } from 'fastify';
import type { FindCaller } from '../organisations/find-caller.ts';
import type { Door } from './mount.ts';

/** The credential of `Authorization: Bearer …`. */
export const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization)?.[1];

/** The door of the API: `Authorization: Bearer <API_KEY>`. */
export const keyDoor =
  (findCaller: FindCaller): Door =>
  (request: FastifyRequest) => {
    const key = bearerOf(request);
    return key === undefined ? 'key_missing' : findCaller(key);
  };
