import { Agent, buildConnector } from 'undici';
import { type AddressRules, faultOfAddress } from './judge-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** The name leads only to addresses that Hall does not connect to. */
export class BlockedAddressError extends Error {
  /** What the address is, as "a loopback address". */
  readonly fault: string;

  constructor(fault: string) {
    super(`blocked: ${fault}`);
    this.fault = fault;
  }
}

const connectMilliseconds = 10_000;
/** Long enough for a busy endpoint's next delivery, short enough that thousands of endpoints leave few connections behind. */
const keepAliveMilliseconds = 4_000;

/**
 * Connects only to addresses that were judged for this very connection: the name is resolved here, each address judged, and the
 * socket opened to the address itself, so that no second look-up can lead elsewhere. TLS still proves the name. Variables that name
 * a proxy are not read.
 */
export const guardedAgent = (rules: AddressRules, resolve: ResolveHost): Agent => {
  const connectTo = buildConnector({ timeout: connectMilliseconds });
  const addressFor = async (host: string): Promise<string> => {
    const addresses = await resolve(host);
    const allowed = addresses.find((address) => faultOfAddress(address, rules) === undefined);
    if (allowed !== undefined) return allowed;
    throw new BlockedAddressError(faultOfAddress(addresses[0] ?? '', rules) ?? 'not an address');
  };
  return new Agent({
    connect: (options, callback) => {
      addressFor(options.hostname).then(
        (address) => connectTo({ ...options, hostname: address }, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
    keepAliveTimeout: keepAliveMilliseconds,
    keepAliveMaxTimeout: keepAliveMilliseconds,
    pipelining: 1,
    maxHeaderSize: 16_384,
    // The attempt has its own clock over everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
};
