/** One thing that Hall needs, and whether it is there. */
export type Part = {
  readonly name: string;
  readonly ready: boolean;
  /** Without it no request can be served; without the others some are refused with a reason. */
  readonly essential: boolean;
  /** What it means for people when it is not ready. */
  readonly detail: string;
};

export type Health = { readonly ready: boolean; readonly parts: readonly Part[] };

export type CheckHealth = () => Promise<Health>;

const boundMilliseconds = 1_000;
/** Many may look at the status page in a fault; the database is asked no more often than this. */
const keptMilliseconds = 500;

const unknownRecorders = { ready: false, detail: 'is not known while the database is away' };

/** Whether each part is there, asked within a second. */
export const checkHealth = (parts: {
  askDatabase: () => Promise<unknown>;
  mediaReachable: () => boolean;
  /** Undefined without Redis. */
  windowsShared: (() => boolean) | undefined;
  /** How recording stands, in words. */
  askRecorders: () => Promise<{ ready: boolean; detail: string }>;
}): CheckHealth => {
  let kept: { at: number; health: Promise<Health> } | undefined;

  const check = async (): Promise<Health> => {
    const overdue = new Promise((_, reject) => setTimeout(reject, boundMilliseconds, new Error('no answer')).unref());
    const databaseReady = await Promise.race([parts.askDatabase(), overdue]).then(
      () => true,
      () => false,
    );
    const mediaReady = parts.mediaReachable();
    const recorders = await Promise.race([parts.askRecorders(), overdue.then(() => unknownRecorders)]).catch(
      () => unknownRecorders,
    );
    const windowsReady = parts.windowsShared?.() ?? true;
    const all: Part[] = [
      {
        name: 'database',
        ready: databaseReady,
        essential: true,
        detail: databaseReady ? 'answers' : 'does not answer; every request is answered 503 until it does',
      },
      {
        name: 'media server',
        ready: mediaReady,
        essential: false,
        detail: mediaReady ? 'answers' : 'does not answer; halls cannot be created, joined or closed until it does',
      },
      {
        name: 'rate limits',
        ready: windowsReady,
        essential: false,
        detail: windowsReady ? 'counted' : 'Redis does not answer; each instance counts on its own until it does',
      },
      { name: 'recording', essential: false, ...recorders },
    ];
    return { ready: all.every((part) => part.ready || !part.essential), parts: all };
  };

  return () => {
    const now = performance.now();
    if (kept === undefined || now - kept.at > keptMilliseconds) kept = { at: now, health: check() };
    return kept.health;
  };
};
