import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export type PostAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** No whole answer came in time. */
export class OverdueError extends Error {}

type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In all: look-up, connection, headers and the whole answer. */
  readonly milliseconds: number;
  /** Of the answer's body; whoever sends more is not listened to any longer, and its connection is closed. */
  readonly keptBytes: number;
};

/**
 * One POST, without the streams and signals that undici's `request` makes for each, which took a third of the time of a delivery.
 * Rejects with an OverdueError, or with whatever kept the answer from coming.
 */
export const postOnce = (
  agent: Dispatcher,
  { url, headers, body, milliseconds, keptBytes }: Post,
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let status = 0;
    let answered: IncomingHttpHeaders = {};
    let controller: Dispatcher.DispatchController | undefined;
    let over: Error | undefined;

    const stop = (why: Error): void => {
      over ??= why;
      controller?.abort(over);
    };
    const timer = setTimeout(() => {
      const overdue = new OverdueError();
      reject(overdue);
      stop(overdue);
    }, milliseconds);
    const finish = (): void => {
      clearTimeout(timer);
      resolve({ status, headers: answered, body: Buffer.concat(chunks).subarray(0, keptBytes) });
    };
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      reject(error);
    };

    const { origin, pathname, search } = url;
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers, body },
      {
        // The connection may have taken so long that nobody waits any more: then nothing is sent over it.
        onRequestStart: (started) => {
          controller = started;
          if (over !== undefined) started.abort(over);
        },
        onResponseStart: (_controller, code, given) => {
          status = code;
          answered = given;
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length <= keptBytes) return;
          finish();
          stop(new Error('enough'));
        },
        onResponseEnd: finish,
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
