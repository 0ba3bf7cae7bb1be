import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { EgressInfo, RoomCompositeEgressRequest } from 'livekit-server-sdk';
import { inject } from 'vitest';
import { openQueue } from './queue.ts';

/** LiveKit's request for a recording. LiveKit waits until it is answered, and asks again when it is refused for now. */
export type EgressStart = {
  readonly egressId: string;
  /** With the secrets in it. */
  readonly request: RoomCompositeEgressRequest;
  /** Lets the recording page into the room. */
  readonly token: string;
  /** Resolves when LiveKit knows the recording, as EGRESS_STARTING. */
  accept(): Promise<void>;
  /** A code of psrpc: `unavailable` (LiveKit asks again), `invalid_argument`, `internal` … */
  refuse(code: string, text: string): Promise<void>;
  /** Says nothing, as a worker that hangs. */
  ignore(): void;
};

/** A process that LiveKit takes for an Egress worker. It does nothing by itself but answer a stop. */
export type EgressWorker = {
  readonly livekitUrl: string;
  /** Takes the starts in place of `nextStart`. `stop` waits for it, and throws what it throws. */
  onStart: ((start: EgressStart) => Promise<unknown>) | undefined;
  nextStart(): Promise<EgressStart>;
  /** The next recording that LiveKit asked to stop. */
  nextStop(): Promise<string>;
  /** Every recording that LiveKit asked to stop, as often as it did. */
  readonly stops: readonly string[];
  /** Resolves when LiveKit has asked to stop this one. */
  stopOf(egressId: string): Promise<void>;
  /** Changes what LiveKit knows of a recording; fields that are not given stay. Resolves when LiveKit knows. */
  update(egressId: string, fields: ConstructorParameters<typeof EgressInfo>[0]): Promise<void>;
  /** Whether it offers itself when LiveKit looks for a worker. */
  setFree(free: boolean): Promise<void>;
  readonly isGone: boolean;
  /** Resolves when it is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** As a crash: SIGKILL. LiveKit is told nothing. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export type EgressWorkerSettings = {
  /** The one that LiveKit uses. */
  readonly redisUrl: string;
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
};

type Line =
  | { readonly ask: 'start'; readonly id: number; readonly egress_id: string; request: object; token: string }
  | { readonly ask: 'stop'; readonly egress_id: string }
  | { readonly ask?: undefined; readonly done: number; readonly error?: string };

/** Resolves when LiveKit would find it. */
export const startEgressWorker = async (settings: EgressWorkerSettings): Promise<EgressWorker> => {
  const binary = inject('egressWorker');
  if (binary === '') throw new Error('These tests need the Egress stand-in, which could not be built: install Go 1.26');
  const child = spawn(binary, ['-redis', new URL(settings.redisUrl).host], {
    env: { LIVEKIT_API_KEY: settings.apiKey, LIVEKIT_API_SECRET: settings.apiSecret },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { tell, settle } = teller(child);
  const starts = openQueue<EgressStart>('starts of a recording');
  const stopped = openQueue<string>('stops of a recording');
  const stops: string[] = [];
  const stopListeners = new Set<(egressId: string) => void>();
  const running: Promise<unknown>[] = [];
  const failures: unknown[] = [];

  const worker: EgressWorker = {
    livekitUrl: settings.url,
    onStart: undefined,
    nextStart: starts.next,
    nextStop: stopped.next,
    stops,
    stopOf: (egressId) =>
      new Promise((resolve) => {
        if (stops.includes(egressId)) return resolve();
        stopListeners.add((stoppedId) => stoppedId === egressId && resolve());
      }),
    update: (egress_id, fields) => tell({ tell: 'update', egress_id, info: new EgressInfo(fields).toJson() }),
    setFree: (free) => tell({ tell: 'free', free }),
    get isGone() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    gone: once(child, 'exit').then(() => undefined),
    kill: async () => {
      child.kill('SIGKILL');
      await worker.gone;
    },
    stop: async () => {
      await worker.kill();
      await Promise.all(running);
      if (failures.length > 0) throw failures[0];
    },
  };

  const takeStart = (line: Line & { ask: 'start' }): void => {
    const start: EgressStart = {
      egressId: line.egress_id,
      request: RoomCompositeEgressRequest.fromJson(line.request as never),
      token: line.token,
      accept: () => tell({ tell: 'accept', ask: line.id }),
      refuse: (code, text) => tell({ tell: 'refuse', ask: line.id, code, text }),
      ignore: () => undefined,
    };
    if (worker.onStart === undefined) starts.push(start);
    else running.push(worker.onStart(start).catch((error: unknown) => failures.push(error)));
  };
  const takeStop = (egressId: string): void => {
    stops.push(egressId);
    stopped.push(egressId);
    for (const listener of stopListeners) listener(egressId);
  };
  createInterface(child.stdout).on('line', (text) => {
    const line: Line = JSON.parse(text);
    if (line.ask === 'start') takeStart(line);
    else if (line.ask === 'stop') takeStop(line.egress_id);
    else settle(line.done, line.error);
  });
  await tell({ tell: 'free', free: true });
  return worker;
};

/** Numbers what is told, and resolves each when the worker says that it is done. */
const teller = (child: ChildProcessByStdio<Writable, Readable, null>) => {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let last = 0;
  let isGone = false;
  // A write to a killed worker: the exit says it.
  child.stdin.on('error', () => undefined);
  child.once('exit', () => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new Error('the Egress worker is gone'));
    waiting.clear();
  });
  return {
    tell: (what: object): Promise<void> =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new Error('the Egress worker is gone'));
        last += 1;
        waiting.set(last, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id: last, ...what })}\n`);
      }),
    settle: (id: number, error: string | undefined): void => {
      const told = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) told?.resolve();
      else told?.reject(new Error(error));
    },
  };
};
