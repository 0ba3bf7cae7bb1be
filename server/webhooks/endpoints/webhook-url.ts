import { isIP } from 'node:net';
import { type AddressRules, faultOfAddress } from '../delivery/judge-address.ts';
import { fieldRefusal } from '../field-refusal.ts';

export type UrlRules = AddressRules & { readonly allowHttp: boolean };

/** Names of this machine, whatever a name server says of them. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

const faultOf = (text: string, rules: UrlRules): string | undefined => {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.protocol === 'http:' && !rules.allowHttp) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password';
  if (url.hash !== '') return 'must hold no fragment: it is never sent';
  // The URL parser has written every odd notation of an IPv4 address as four numbers by now.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = isLocalName(host) ? '127.0.0.1' : host;
  const fault = isIP(address) === 0 ? undefined : faultOfAddress(address, rules);
  return fault === undefined ? undefined : `leads to ${fault}, where Hall does not send to`;
};

/**
 * Refuses what can be seen to be wrong before anything is sent. Where a name leads is judged at each connection instead, for it
 * may lead elsewhere by then. Returns the URL as it will be called.
 */
export const requireUrl = (text: string, rules: UrlRules): string => {
  const message = faultOf(text, rules);
  if (message === undefined) return new URL(text).href;
  throw fieldRefusal('/url', message);
};
