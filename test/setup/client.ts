import { assertDeclared, openApiOf } from './answer-check.ts';

export type TestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined for an empty body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose schema is checked elsewhere
  readonly body: any;
  readonly text: string;
};

type Options = { headers?: Record<string, string>; signal?: AbortSignal };

export type Client = {
  get(path: string, options?: Options): Promise<TestAnswer>;
  post(path: string, body?: unknown, options?: Options): Promise<TestAnswer>;
  patch(path: string, body?: unknown, options?: Options): Promise<TestAnswer>;
  delete(path: string, options?: Options): Promise<TestAnswer>;
  /** Text and bytes go as they are, anything else as JSON; a Content-Type among the headers wins. */
  send(method: string, path: string, body?: unknown, options?: Options): Promise<TestAnswer>;
};

const bodyOf = (body: unknown): { body?: RequestInit['body'] & {} } => {
  if (body === undefined) return {};
  return { body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) };
};

/**
 * Speaks to a Hall as a stranger would: over HTTP, knowing nothing of the server's code. Every answer, errors too, must be as
 * the Hall's own /openapi.json declares it, or the call throws.
 */
export const client = (
  url: string,
  authorization: string | undefined,
  always: Readonly<Record<string, string>> = {},
): Client => {
  const send: Client['send'] = async (method, path, body, { headers = {}, signal } = {}) => {
    await openApiOf(url);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      ...bodyOf(body),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    await assertDeclared(url, method, path, answer);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { ...answer, body: answer.text !== '' && isJson ? JSON.parse(answer.text) : undefined };
  };
  return {
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  };
};
