import type { Settings } from './settings.ts';

/** What is wrong with the address, in a sentence. */
export class AddressError extends Error {}

/** What LiveKit Egress adds to its template's address (layout, url, token), and what Hall itself put into it (title). */
export function readAddress(query: URLSearchParams): Settings {
  const needed = (name: string): string => {
    const value = query.get(name) ?? '';
    if (value === '') throw new AddressError(`LiveKit Egress opens this page: “${name}” is missing in its address.`);
    return value;
  };
  const serverUrl = needed('url');
  const token = needed('token');
  if (!/^wss?:$/.test(URL.parse(serverUrl)?.protocol ?? '')) {
    throw new AddressError('LiveKit’s address, “url”, has to begin with ws:// or wss://.');
  }
  const layout = query.get('layout') === 'speaker' ? 'speaker' : 'grid';
  return { serverUrl, token, layout, title: query.get('title') };
}
