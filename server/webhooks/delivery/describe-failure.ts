import { errors } from 'undici';
import { BlockedAddressError } from './guarded-agent.ts';

export type Failure = { readonly result: 'timed_out' | 'blocked' | 'failed'; readonly error: string };

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was broken off before the answer was complete.',
  EPIPE: 'The connection was broken off before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was broken off before the answer was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  ENOTFOUND: 'The name of the host does not exist.',
  ENODATA: 'The name of the host has no address.',
  ESERVFAIL: 'The name servers could not say where the host is.',
  ETIMEOUT: 'The name servers did not answer.',
  EREFUSED: 'The name servers refused to say where the host is.',
  ECANCELLED: 'The look-up of the name was broken off.',
  CERT_HAS_EXPIRED: "The host's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The host's certificate is signed by nobody who is trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "The host's certificate is signed by nobody who is trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The host's certificate comes without the ones that vouch for it.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The host's certificate is signed by nobody who is trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another name.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** What went wrong with a request that got no whole answer, in words for whoever runs the receiver. */
export const describeFailure = (error: unknown): Failure => {
  if (error instanceof BlockedAddressError) {
    return { result: 'blocked', error: `The name leads to ${error.fault}, where Hall does not send to.` };
  }
  const code = codeOf(error);
  const sentence = sentences[code];
  if (sentence !== undefined) return { result: 'failed', error: sentence };
  if (error instanceof errors.HTTPParserError) return { result: 'failed', error: 'The answer was no valid HTTP.' };
  if (/^ERR_(SSL|TLS)|^EPROTO$/.test(code))
    return { result: 'failed', error: 'The host did not speak TLS as it should.' };
  return { result: 'failed', error: 'The request failed.' };
};
