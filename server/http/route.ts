import type { Static, TSchema } from 'typebox';
import type { RefusalCode } from '../errors.ts';
import type { GuestRow } from '../guests/guest-store.ts';

/** Who asks: what the door found out, and the limits that hold for them at this moment. */
export type Caller = {
  readonly organisationId: string;
  readonly keyId: string;
  readonly limits: { readonly requests: number; readonly create: number; readonly join: number };
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

export type Answer = { readonly status: number; readonly body: unknown; readonly location?: string };

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

/** Declares an operation. The schemas type what the handler is given. */
export const route = <
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(
  declared: Omit<Route, 'params' | 'query' | 'body' | 'handle' | 'follow'> & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (request: {
      caller: Caller;
      params: Given<Params>;
      query: Given<Query>;
      body: Given<Body>;
      attempt: Attempt | undefined;
    }) => Promise<Answer>;
    readonly follow?: (request: {
      caller: Caller;
      query: Given<Query>;
      lastEventId: string | undefined;
      sink: Sink;
    }) => Promise<() => void>;
  },
): Route => declared as unknown as Route;

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown, location: string): Answer => ({ status: 201, body, location });
export const noContent = (): Answer => ({ status: 204, body: undefined });
