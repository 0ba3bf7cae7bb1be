import { createHmac } from 'node:crypto';
import type { VideoGrant } from 'livekit-server-sdk';

type Claims = {
  /** LiveKit's API key. */
  iss: string;
  /** The participant's identity. */
  sub?: string;
  name?: string;
  metadata?: string;
  attributes?: Record<string, string>;
  video: VideoGrant;
  /** Unix seconds. */
  nbf: number;
  exp: number;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * An access token of LiveKit: a JWT signed with HS256. The SDK signs through Web Crypto, which hops to a thread and
 * back (0.2 ms and no order among tokens); an HMAC of 500 bytes takes some 5 µs where it stands.
 */
export const signToken = (claims: Claims, secret: string): string => {
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
