import { addressHeader } from './authentication.ts';

/** Where a request of a browser comes from; `cookie` is its header as it was sent. */
export type Visit = { readonly cookie: string; readonly address: string; readonly userAgent: string };

/** The visit as better-auth reads it: nothing else of the request reaches it. */
export const asHeaders = ({ cookie, address, userAgent }: Visit): Headers =>
  new Headers({ cookie, 'user-agent': userAgent, [addressHeader]: address });
