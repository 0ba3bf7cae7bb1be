import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VersionedSecret } from './second-factor-secrets.ts';

/** How long somebody stays signed in, in seconds: fourteen days from the sign-in, used or not. */
export const sessionSeconds = 14 * 86_400;

/**
 * How the dashboard's cookies begin. Browsers take `__Host-` only with Secure, and not all take Secure from plain HTTP on
 * loopback, so an installation whose BASE_URL is http:// goes without.
 */
export const cookiePrefix = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-hall' : 'hall');

export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

const cookieValue = (cookies: string, name: string): string | undefined =>
  cookies
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
};

/**
 * The session's token in a Cookie header, when its signature is ours: better-auth's form, `token.base64(HMAC-SHA-256)`. While
 * SECRET_KEY is changed, instances sign with one of two secrets.
 */
export const readSessionCookie = (
  cookies: string,
  baseUrl: string,
  secrets: readonly VersionedSecret[],
): string | undefined => {
  const value = decoded(cookieValue(cookies, `${cookiePrefix(baseUrl)}.session_token`) ?? '');
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const isOurs = secrets.some((secret) => {
    const expected = createHmac('sha256', secret.value).update(token).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? token : undefined;
};
