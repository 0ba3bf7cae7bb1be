import ipaddr from 'ipaddr.js';

/** What an operator allows beyond public addresses. */
export type AddressRules = {
  /** Private and loopback networks: for self-hosters whose receivers live there, and for tests. */
  readonly allowPrivateNetworks: boolean;
};

/**
 * Where clouds answer with credentials to whoever asks. Most are refused for their range already; AWS and Google by IPv6 lie in one
 * that an operator may allow, Azure's 168.63.129.16 among public addresses.
 */
const metadataAddresses = new Set([
  '169.254.169.254',
  '169.254.170.2',
  'fd00:ec2::254',
  'fd00:ec2::253',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
]);

/** Ranges of ipaddr.js that a person's own network is made of. */
const ownNetworks: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

const wordOf: Readonly<Record<string, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  carrierGradeNat: 'an address of a carrier-grade NAT',
  linkLocal: 'a link-local address',
  multicast: 'a multicast address',
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
};

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string => {
  const range = address.range();
  // What the library knows nothing special of may still be no address of the internet, as IPv4-compatible ::127.0.0.1.
  const isStrange = address instanceof ipaddr.IPv6 && range === 'unicast' && !address.match(...globalUnicast);
  return isStrange ? 'reserved' : range;
};

/**
 * Why Hall does not connect to this address; undefined when it may. Only what is plainly public passes. An IPv6 address that
 * carries an IPv4 one (mapped, NAT64, 6to4, Teredo) never does, whatever it carries: no resolver needs to answer with one,
 * and the mapped form of an allowed address can be written plainly.
 */
export const faultOfAddress = (text: string, rules: AddressRules): string | undefined => {
  if (!ipaddr.isValid(text)) return 'not an address';
  const address = ipaddr.parse(text);
  if (metadataAddresses.has(address.toString())) return "an address of a cloud's metadata";
  const range = rangeOf(address);
  if (range === 'unicast') return undefined;
  if (rules.allowPrivateNetworks && ownNetworks.includes(range)) return undefined;
  return wordOf[range] ?? 'an address for special use';
};
