import type { Static, TSchema } from 'typebox';
import type { Actor } from '../audit/audited.ts';
import type { RefusalCode } from '../errors.ts';
import type { GuestRow } from '../guests/guest-store.ts';
import type { Person } from '../people/find-person.ts';
import type { Visit } from '../people/visit.ts';

/** Who asks: what the door found out, and the limits that hold for them at this moment. */
export type Caller = {
  /** Empty, which no id is, on the session's door where no organisation is chosen. */
  readonly organisationId: string;
  /** Names the window that counts the caller's requests: a key's id, a guest's or a person's. */
  readonly keyId: string;
  readonly limits: { readonly requests: number; readonly create: number; readonly join: number };
  /** Why nobody may act for the organisation; absent when all may. */
  readonly suspended?: string;
  /** Of the session's door alone. */
  readonly visit?: Visit;
  /** Of the session's door alone, and there absent before somebody has signed in: then the address is counted. */
  readonly person?: Person;
  /** Of the guests' door alone. */
  readonly guest?: GuestRow;
};

/** Given when the request carries an Idempotency-Key. */
export type Attempt = {
  /** Goes into the id of what the request makes, the same in each repeat. */
  readonly seed: string;
  /** Whether an earlier attempt broke off without an answer and may have left something behind. */
  readonly resumed: boolean;
};

export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
  /** Set-Cookie lines. */
  readonly cookies?: readonly string[];
  /** The file's name and media type, when the body is not JSON but text to be kept. */
  readonly file?: { readonly name: string; readonly type: string };
};

/** Where a stream's events go. */
export type Sink = {
  /** `json` is the event in one line. */
  send(event: { id: string; type: string; json: string }): void;
  /** Resolves when the reader has taken most of what was sent, or is gone. */
  ready(): Promise<void>;
  end(): void;
  readonly isOpen: boolean;
  /** So much waits for the reader that `ready` is to be waited for before more is sent. */
  readonly isFull: boolean;
};

type Documentation = {
  /** Names the operation in generated clients. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Codes of refusals beyond those that every route of its shape can give. */
  readonly refuses: readonly RefusalCode[];
};

/** A window that counts beside the key's own. */
export type RouteLimit = 'create' | 'join';

/** A route as the doors and the OpenAPI document see it. */
export type Route = Documentation & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly limit?: RouteLimit;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Statuses of success and the schema of each; null for an answer without body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  readonly handle: (request: {
    caller: Caller;
    params: never;
    query: never;
    body: never;
    attempt: Attempt | undefined;
  }) => Promise<Answer>;
  /**
   * Where there is something to follow: answers a GET with `Accept: text/event-stream`. Sends to the sink what comes, first
   * what came after the event `lastEventId`, until the function that it resolves with is called.
   */
  readonly follow?: (request: {
    caller: Caller;
    query: never;
    lastEventId: string | undefined;
    sink: Sink;
  }) => Promise<() => void>;
};

type Given<S> = S extends TSchema ? Static<S> : undefined;

type Schema = TSchema | undefined;

type Declared<Params, Query, Body, Given> = Omit<Route, 'params' | 'query' | 'body' | 'handle' | 'follow'> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly handle: (request: Request<Params, Query, Body> & Given) => Promise<Answer>;
  readonly follow?: (request: {
    caller: Caller;
    query: Request<Params, Query, Body>['query'];
    lastEventId: string | undefined;
    sink: Sink;
  }) => Promise<() => void>;
};

type Request<Params, Query, Body> = {
  caller: Caller;
  params: Given<Params>;
  query: Given<Query>;
  body: Given<Body>;
  attempt: Attempt | undefined;
};

/** Declares an operation. The schemas type what the handler is given. */
export const route = <
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  declared: Declared<Params, Query, Body, object>,
): Route => declared as unknown as Route;

/** An operation of the dashboard for those who have not signed in. */
export const visitorRoute = <
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  declared: Declared<Params, Query, Body, { visit: Visit }>,
): Route =>
  route<Params, Query, Body>({
    ...declared,
    handle: (request) => {
      const { visit } = request.caller;
      if (visit === undefined) throw new Error(`${declared.operationId} is behind another door than the dashboard's`);
      return declared.handle({ ...request, visit });
    },
  });

/** An operation of the dashboard for somebody who is signed in. `by` is how the audit log names them. */
export const personRoute = <
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  declared: Declared<Params, Query, Body, { visit: Visit; person: Person; by: Actor }>,
): Route =>
  visitorRoute<Params, Query, Body>({
    ...declared,
    handle: (request) => {
      const { person, organisationId } = request.caller;
      if (person === undefined) throw new Error(`${declared.operationId} was reached by nobody`);
      const by = {
        personId: person.id,
        email: person.email,
        address: request.visit.address,
        organisationId: organisationId === '' ? null : organisationId,
      };
      return declared.handle({ ...request, person, by });
    },
  });

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown, location: string): Answer => ({ status: 201, body, location });
export const noContent = (): Answer => ({ status: 204, body: undefined });
export const withCookies = (answer: Answer, cookies: readonly string[]): Answer => ({ ...answer, cookies });
