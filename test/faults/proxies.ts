import { inject } from 'vitest';
import type { TestDatabase } from '../setup/hall.ts';
import type { OnEnd } from '../setup/hall-process.ts';
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts';

export type UrlProxy = TcpProxy & { readonly url: string };

/** Stands before the shared LiveKit. */
export const livekitProxy = async (onEnd: OnEnd): Promise<UrlProxy> => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(inject('livekit').url).port) });
  onEnd(() => proxy.stop());
  return { ...proxy, url: `ws://127.0.0.1:${proxy.port}` };
};

/** Stands before PostgreSQL, on the way to this database. */
export const databaseProxy = async ({ connection, url }: TestDatabase, onEnd: OnEnd): Promise<UrlProxy> => {
  const proxy = await startTcpProxy({ path: `${connection.host}/.s.PGSQL.5432` });
  onEnd(() => proxy.stop());
  return { ...proxy, url: url.replace(encodeURIComponent(connection.host), `127.0.0.1:${proxy.port}`) };
};
