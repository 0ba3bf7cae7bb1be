import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export type LiveKitAddresses = {
  readonly ports: { readonly http: number; readonly rtcTcp: number; readonly rtcUdp: number };
  /** Where Hall itself listens, and LiveKit's signalling too; `0.0.0.0` or `::` for every address. */
  readonly bindAddress: string;
  /**
   * Where the people in a call are: on this machine alone, or anywhere. Default: what nodeIp or else bindAddress says,
   * which is wrong behind a proxy, when Hall listens on loopback for people who come from elsewhere.
   */
  readonly audience?: 'this machine' | 'network' | undefined;
  /**
   * The one address that browsers on the network are told to send media to. Without it they are told every address of
   * this machine, and the public one that STUN finds for it.
   */
  readonly nodeIp?: string | undefined;
};

export type LiveKitConfig = LiveKitAddresses & {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly webhookUrl: string | undefined;
};

/** LiveKit's configuration file. It is YAML, of which JSON is a part. */
export function livekitConfig(config: LiveKitConfig): string {
  const { ports, apiKey, apiSecret, webhookUrl } = config;
  const settings = {
    port: ports.http,
    bind_addresses: listenAddresses(config.bindAddress),
    rtc: { tcp_port: ports.rtcTcp, udp_port: ports.rtcUdp, use_external_ip: false, ...candidates(config) },
    // A room is made by Hall alone: a token of a closed hall must not open it again.
    room: { auto_create: false },
    keys: { [apiKey]: apiSecret },
    ...(webhookUrl === undefined ? {} : { webhook: { api_key: apiKey, urls: [webhookUrl] } }),
    logging: { json: true, level: 'warn' },
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}

/** Hall speaks to LiveKit on loopback, so that is among them whatever the operator chose. */
export function listenAddresses(bindAddress: string): readonly string[] {
  if (bindAddress === 'localhost') return ['127.0.0.1'];
  if (isLoopback(bindAddress)) return [bindAddress];
  // LiveKit takes the empty one for every address of both families.
  return isEvery(bindAddress) ? [''] : [bindAddress, '127.0.0.1'];
}

/** Which addresses browsers are offered. A node IP stands in for all the others, so it is given only when it is known. */
function candidates(addresses: LiveKitAddresses) {
  const address = mediaAddress(addresses);
  if (address !== undefined) {
    return { node_ip: address, enable_loopback_candidate: true, interfaces: { includes: loopbackInterfaces() } };
  }
  return addresses.nodeIp === undefined ? { enable_loopback_candidate: true } : { node_ip: addresses.nodeIp };
}

/** The loopback address that media is kept to, or undefined when it flows on all addresses. */
export function mediaAddress({ bindAddress, nodeIp, audience }: LiveKitAddresses): string | undefined {
  const address = nodeIp ?? bindAddress;
  const local = audience === undefined ? isLoopback(address) : audience === 'this machine';
  if (!local) return undefined;
  return address === '::1' ? '::1' : '127.0.0.1';
}

/** `ws://host:port`, as reached from this machine. */
export const livekitUrl = ({ bindAddress, ports }: LiveKitAddresses): string => {
  const [host = ''] = listenAddresses(bindAddress).slice(-1);
  return `ws://${isIPv6(host) ? `[${host}]` : host || '127.0.0.1'}:${ports.http}`;
};

const isEvery = (address: string) => address === '' || address === '0.0.0.0' || address === '::';

const isLoopback = (address: string) => address === 'localhost' || address === '::1' || /^127\./.test(address);

function loopbackInterfaces(): string[] {
  const all = Object.entries(networkInterfaces());
  return all.filter(([, addresses]) => addresses?.some(({ internal }) => internal)).map(([name]) => name);
}
