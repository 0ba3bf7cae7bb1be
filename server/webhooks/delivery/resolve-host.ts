import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The addresses of a name, or the address itself when it is one already. Throws when there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const tryMilliseconds = 2_000;

/** A server that says there is none of this kind says nothing against the other kind. */
const addressesOrFault = async (asked: Promise<string[]>): Promise<string[] | Error> =>
  asked.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));

/**
 * Asks the DNS itself. The system's own look-up would know /etc/hosts too, but has four threads for the whole process: the names of
 * one customer whose servers do not answer would hold up everybody's.
 */
export const resolveByDns = (): ResolveHost => {
  const resolver = new Resolver({ timeout: tryMilliseconds, tries: 2 });
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    // RFC 6761: these names are this machine, whatever a server says.
    if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
    const answers = await Promise.all([
      addressesOrFault(resolver.resolve4(host)),
      addressesOrFault(resolver.resolve6(host)),
    ]);
    const addresses = answers.flatMap((answer) => (answer instanceof Error ? [] : answer));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer instanceof Error) ?? new Error('no address');
  };
};
