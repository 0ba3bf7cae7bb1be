import type { VideoGrant } from 'livekit-server-sdk';
import { Pool } from 'undici';
import { signToken } from './livekit-token.ts';
import { MediaError, MediaRefusal } from './media-server.ts';

export type LiveKitAccess = {
  /** LiveKit's address: ws, wss, http or https. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Told of each call: its name, whether it went well, seconds. */
  readonly observe: (call: string, ok: boolean, seconds: number) => void;
};

export type LiveKitCalls = {
  /** Gives the answer's text; null where LiveKit says that what the call is about is not there. Rejects with a MediaError. */
  call(service: 'RoomService' | 'Egress', name: string, fields: object, how: CallSettings): Promise<string | null>;
  /** A GET of LiveKit's root, which asks for no right. */
  get(milliseconds: number): Promise<number>;
  /** A header value that grants this for some minutes. */
  sign(video: VideoGrant): string;
  /** Waits for the calls that are under way. */
  close(): Promise<void>;
  breakOff(): Promise<void>;
};

export type CallSettings = { readonly milliseconds: number; readonly authorization: string };

/** Seconds for which what is signed here is good. */
export const tokenSeconds = 600;

export const unixSeconds = (): number => Math.floor(Date.now() / 1000);

/**
 * LiveKit's services over kept connections. The SDK's clients sign a token and open a fetch for every call; measured beside
 * each other in `npm run bench`.
 */
export const livekitCalls = ({ url, apiKey, apiSecret, observe }: LiveKitAccess): LiveKitCalls => {
  const base = new URL(url.replace(/^ws/, 'http'));
  const pool = new Pool(base.origin, { connections: 16, connectTimeout: 2_000, keepAliveTimeout: 30_000 });
  const prefix = base.pathname.replace(/\/+$/, '');

  const request = async (
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    { milliseconds, authorization }: Partial<CallSettings> & Pick<CallSettings, 'milliseconds'>,
  ) => {
    const answer = await pool.request({
      method,
      path: `${prefix}${path}`,
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body,
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
      // The two above begin anew with each part of the answer, so a server that drips could hold a request for ever.
      signal: AbortSignal.timeout(milliseconds),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  return {
    call: async (service, name, fields, how) => {
      const start = performance.now();
      let ok = false;
      try {
        const { status, text } = await request(
          'POST',
          `/twirp/livekit.${service}/${name}`,
          JSON.stringify(fields),
          how,
        );
        ok = status === 200 || status === 404;
        if (!ok) throw new MediaRefusal(name, status, text);
        return status === 404 ? null : text;
      } catch (error) {
        throw error instanceof MediaError ? error : new MediaError(`${name} failed`, { cause: error });
      } finally {
        observe(name, ok, (performance.now() - start) / 1000);
      }
    },
    get: async (milliseconds) => (await request('GET', '/', null, { milliseconds })).status,
    sign: (video) => {
      const now = unixSeconds();
      return `Bearer ${signToken({ iss: apiKey, video, nbf: now - 60, exp: now + tokenSeconds }, apiSecret)}`;
    },
    close: () => pool.close(),
    breakOff: () => pool.destroy(),
  };
};
