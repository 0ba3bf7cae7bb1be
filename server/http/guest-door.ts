import type { FindGuest } from '../guests/find-guest.ts';
import { bearerOf } from './key-door.ts';
import type { Door } from './mount.ts';

/** Requests of one person in a hall in any 60 seconds: a page asks a few times a minute. */
const guestLimit = 100;

/** The door of the hall's page: `Authorization: Bearer <join token>`, good for its own hall and person. */
export const guestDoor =
  (findGuest: FindGuest): Door =>
  async (request) => {
    const token = bearerOf(request);
    if (token === undefined) return 'token_invalid';
    const guest = await findGuest(token);
    if (typeof guest === 'string') return guest;
    const { organisation_id: organisationId, id: keyId } = guest;
    return { organisationId, keyId, limits: { requests: guestLimit, create: guestLimit, join: guestLimit }, guest };
  };
