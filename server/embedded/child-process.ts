import { setTimeout as sleep } from 'node:timers/promises';
import { ChildFailure, type ChildSettings, endLife, type Life, launch } from './child-life.ts';
import { endLeftover, forgetChild } from './child-record.ts';

/** For the status page. `restarting`: it died and is being started again, or was started and is not ready yet. */
export type ChildState = 'running' | 'restarting' | 'stopped';

export type Child = {
  readonly state: ChildState;
  readonly pid: number | undefined;
  /** Calls back each time the child is ready again after it died. Returns what ends this. */
  onRestart(listener: () => void): () => void;
  /** Calls back each time the child has died, before it is started again. Returns what ends this. */
  onDeath(listener: () => void): () => void;
  /** Ends it for good. Resolves when it is gone. */
  stop(): Promise<void>;
};

/**
 * Starts a child and keeps it running until `stop`. It does not outlive Hall: a watcher ends it when Hall dies, and the
 * next start ends what was left all the same. Throws a ChildFailure when it ends before it is ready for the first time;
 * later ends are answered by a restart.
 */
export async function startChild(settings: ChildSettings): Promise<Child> {
  await endLeftover(settings.record, settings.name, settings.stop, settings.log);
  const supervisor = new Supervisor(settings);
  await supervisor.start();
  return supervisor;
}

/** After this long without a fault, in milliseconds, the next restart may come at once again. */
const healthyMilliseconds = 60_000;

/** Milliseconds until a restart. The first comes at once, for people are in calls; then 0.1 s, doubling up to 10 s. */
export const restartDelay = (failures: number): number =>
  failures === 0 ? 0 : Math.min(100 * 2 ** (failures - 1), 10_000);

/*
 *   restarting ──ready──▶ running
 *     ▲     │                │
 *     │    died             died
 *     └─delay─┴──────────────┘           from each of them ──stop──▶ stopped, for good
 */
class Supervisor implements Child {
  readonly #settings: ChildSettings;
  readonly #restartListeners = new Set<() => void>();
  readonly #deathListeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #state: ChildState = 'restarting';
  #life: Life | undefined;
  #keeping: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(settings: ChildSettings) {
    this.#settings = settings;
  }

  get state(): ChildState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#life?.pid;
  }

  onRestart(listener: () => void): () => void {
    this.#restartListeners.add(listener);
    return () => this.#restartListeners.delete(listener);
  }

  onDeath(listener: () => void): () => void {
    this.#deathListeners.add(listener);
    return () => this.#deathListeners.delete(listener);
  }

  async start(): Promise<void> {
    const life = await this.#launch();
    try {
      await this.#untilReady(life);
    } catch (error) {
      await this.stop();
      const message = error instanceof Error ? error.message : String(error);
      throw new ChildFailure(message, await life.lastLines(), { cause: error });
    }
    this.#keeping = this.#keep(life);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#state = 'stopped';
    this.#stopping.abort();
    if (this.#life !== undefined) await endLife(this.#life, this.#settings);
    await this.#keeping;
    await forgetChild(this.#settings.record);
  }

  async #keep(first: Life): Promise<void> {
    let life: Life | undefined = first;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      if (life !== undefined && (await this.#untilDeath(life)) >= healthyMilliseconds) failures = 0;
      await sleep(restartDelay(failures), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      failures++;
      life = this.#stopping.signal.aborted ? undefined : await this.#restart();
      if (life !== undefined) this.#tell(this.#restartListeners);
    }
  }

  /** Resolves with how long the child ran from now on, in milliseconds. */
  async #untilDeath(life: Life): Promise<number> {
    const since = Date.now();
    const how = await life.end;
    if (!this.#stopping.signal.aborted) {
      this.#state = 'restarting';
      this.#settings.log.error({ pid: life.pid, how }, `${this.#settings.name} ended by itself; starting it again`);
      this.#tell(this.#deathListeners);
    }
    return Date.now() - since;
  }

  async #restart(): Promise<Life | undefined> {
    try {
      const life = await this.#launch();
      await this.#untilReady(life);
      this.#settings.log.info({ pid: life.pid }, `${this.#settings.name} runs again`);
      return life;
    } catch (error) {
      if (this.#stopping.signal.aborted) return undefined;
      this.#settings.log.error({ err: error }, `${this.#settings.name} could not be started again; trying further`);
      if (this.#life !== undefined) await endLife(this.#life, this.#settings);
      return undefined;
    }
  }

  #tell(listeners: ReadonlySet<() => void>): void {
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        this.#settings.log.error({ err: error }, `What follows the end or return of ${this.#settings.name} failed`);
      }
    }
  }

  async #launch(): Promise<Life> {
    this.#life = undefined;
    await this.#settings.prepare?.();
    const life = await launch(this.#settings);
    this.#life = life;
    // `stop` came while there was no process that it could have ended.
    if (this.#stopping.signal.aborted) await endLife(life, this.#settings);
    return life;
  }

  async #untilReady(life: Life): Promise<void> {
    const { name, ready, startMilliseconds } = this.#settings;
    const died = life.end.then((how) => {
      throw new Error(`it ended before it was ready (${how})`);
    });
    const over = new AbortController();
    const tooLate = startMilliseconds === undefined ? [] : [failAfter(startMilliseconds, over.signal)];
    try {
      await Promise.race([ready(life.pid, AbortSignal.any([life.gone, over.signal])), died, ...tooLate]);
    } finally {
      over.abort();
    }
    if (life.gone.aborted) await died;
    if (this.#stopping.signal.aborted) throw new Error(`${name} was stopped`);
    this.#state = 'running';
  }
}

async function failAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
  const late = await sleep(milliseconds, true, { signal }).catch(() => false);
  if (late) throw new Error(`it was not ready after ${milliseconds / 1000} s`);
}
