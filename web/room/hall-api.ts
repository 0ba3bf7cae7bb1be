import { type HallView, type Role, readHallView } from './hall-view.ts';

/** Hall's answer was a refusal, or there was none: then the code is `no_answer`. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

export type HallApi = ReturnType<typeof hallApi>;

const patience = 10_000; // milliseconds

/** What the page asks Hall; the join token is its credential. Every function throws `Refused`. */
export const hallApi = (token: () => string) => {
  const ask = async (method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown> => {
    const tooLong = AbortSignal.timeout(patience);
    const response = await fetch(`/room/v1${path}`, {
      method,
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]),
    }).catch(() => {
      throw new Refused('no_answer', 'Check your connection, then try again.');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(answer);
    return answer;
  };

  const participant = (id: string) => `/participants/${encodeURIComponent(id)}`;

  return {
    /** Whether this person may be in the hall, and what there is to show about it. */
    hall: async (signal?: AbortSignal): Promise<HallView> => {
      const view = readHallView(await ask('GET', '/hall', undefined, signal));
      if (view === undefined) throw new Refused('no_answer', 'Hall gave an answer that this page cannot read.');
      return view;
    },
    /** A fresh token for the same person, who is inside or was a moment ago. */
    renewToken: async (signal?: AbortSignal): Promise<string> => {
      const answer = await ask('POST', '/token', undefined, signal);
      const renewed = textIn(answer, 'participant_token');
      if (renewed === undefined) throw new Refused('no_answer', 'Hall gave an answer that this page cannot read.');
      return renewed;
    },
    mute: (id: string) => ask('PATCH', participant(id), { muted: true }),
    changeRole: (id: string, role: Role) => ask('PATCH', participant(id), { role }),
    remove: (id: string) => ask('DELETE', participant(id)),
    close: () => ask('POST', '/hall/close'),
    startRecording: () => ask('POST', '/hall/recording'),
    stopRecording: () => ask('POST', '/hall/recording/stop'),
  };
};

const refusalOf = (answer: unknown): Refused =>
  new Refused(textIn(answer, 'code') ?? 'no_answer', textIn(answer, 'detail') ?? 'Try again.');

const textIn = (answer: unknown, field: string): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, field);
  return typeof value === 'string' ? value : undefined;
};
