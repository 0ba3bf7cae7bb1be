import type { Layout } from './layout/arrange.ts';

/** What the recorder tells this page. */
export interface Settings {
  /** LiveKit, as reached from this machine: ws: or wss:. */
  serverUrl: string;
  /** Of a hidden participant who receives and sends nothing. */
  token: string;
  title: string | null;
  layout: Layout;
}
