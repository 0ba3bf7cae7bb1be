import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomically } from './atomic-file.ts';
import { ChildFailure, type ChildSettings } from './child-life.ts';
import { type ChildState, startChild } from './child-process.ts';
import { endLeftover } from './child-record.ts';
import type { DataFolder } from './data-folder.ts';
import { requireFreePort } from './free-port.ts';
import { type LiveKitAddresses, listenAddresses, livekitConfig, livekitUrl, mediaAddress } from './livekit-config.ts';
import { livekitLog, livekitWords } from './livekit-log.ts';
import type { Log, Report } from './log.ts';
import { StartError } from './start-error.ts';

export type LiveKitSettings = LiveKitAddresses & {
  /** The path that `findLiveKit` found. */
  readonly binary: string;
  readonly dataFolder: DataFolder;
  readonly apiKey: string;
  /** At least 32 characters. */
  readonly apiSecret: string;
  /** Where LiveKit tells what happens in its rooms. */
  readonly webhookUrl?: string | undefined;
  readonly log: Log;
  readonly report: Report;
  /** How long LiveKit may take to answer for the first time. Default 10,000. */
  readonly startMilliseconds?: number;
};

export type EmbeddedLiveKit = {
  /** `ws://host:port`, as reached from this machine. */
  readonly url: string;
  readonly state: ChildState;
  /** Calls back each time LiveKit answers again after it died: its rooms are gone. Returns what ends this. */
  onRestart(listener: () => void): () => void;
  /** Calls back as soon as LiveKit has died. Returns what ends this. */
  onDeath(listener: () => void): () => void;
  stop(): Promise<void>;
};

/** Starts LiveKit and resolves once it answers. It is restarted when it dies. Throws a StartError. */
export async function startLiveKit(settings: LiveKitSettings): Promise<EmbeddedLiveKit> {
  const { dataFolder, webhookUrl, report } = settings;
  const configFile = join(dataFolder.path, 'livekit.yaml');
  const url = livekitUrl(settings);
  const child = childSettings(settings, configFile, url);
  // Before the ports are looked at, for it would be holding them.
  await endLeftover(child.record, child.name, child.stop, child.log);
  await requireFreePorts(settings);
  await writeAtomically(configFile, livekitConfig({ ...settings, webhookUrl }));
  if (mediaAddress(settings) === undefined) {
    report(
      `Calls need UDP port ${settings.ports.rtcUdp}, and TCP port ${settings.ports.rtcTcp} beside it, open to their participants`,
    );
  }
  const running = await startChild(child).catch((error) => {
    throw startFault(error);
  });
  return {
    url,
    get state() {
      return running.state;
    },
    onRestart: (listener) => running.onRestart(listener),
    onDeath: (listener) => running.onDeath(listener),
    stop: () => running.stop(),
  };
}

function childSettings(settings: LiveKitSettings, configFile: string, url: string): ChildSettings {
  const { binary, dataFolder, log, startMilliseconds = 10_000 } = settings;
  return {
    startMilliseconds,
    name: 'LiveKit',
    command: binary,
    args: ['--config', configFile],
    // Nothing of Hall's own: LiveKit would take LIVEKIT_KEYS, NODE_IP and others from it.
    environment: {},
    record: { file: join(dataFolder.path, 'children', 'livekit.json'), owner: dataFolder.identity },
    // After the first signal LiveKit waits for people to leave, for as long as they stay; after the second it sends them away.
    stop: [
      { signal: 'SIGTERM', graceMilliseconds: 200 },
      { signal: 'SIGTERM', graceMilliseconds: 6_000 },
    ],
    ready: (_pid, gone) => untilAnswers(url.replace(/^ws/, 'http'), gone),
    onLine: livekitLog(log),
    log,
  };
}

async function requireFreePorts(settings: LiveKitSettings): Promise<void> {
  const { http, rtcTcp, rtcUdp } = settings.ports;
  if (http === rtcTcp) {
    throw new StartError(`LIVEKIT_PORT and LIVEKIT_RTC_TCP_PORT are both ${http}. Give each its own TCP port.`);
  }
  const signalling = {
    variable: 'LIVEKIT_PORT',
    port: http,
    protocol: 'TCP',
    purpose: "LiveKit's signalling",
  } as const;
  for (const address of listenAddresses(settings.bindAddress)) {
    await requireFreePort({ ...signalling, address: address === '' ? undefined : address });
  }
  // LiveKit opens this one on every address, whatever it is told.
  await requireFreePort({
    variable: 'LIVEKIT_RTC_TCP_PORT',
    port: rtcTcp,
    protocol: 'TCP',
    purpose: "LiveKit's media over TCP",
  });
  await requireFreePort({
    variable: 'LIVEKIT_RTC_UDP_PORT',
    port: rtcUdp,
    protocol: 'UDP',
    purpose: "LiveKit's media",
    address: mediaAddress(settings),
  });
}

/** LiveKit answers 200 on its root once it takes calls. */
async function untilAnswers(url: string, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(20);
  }
}

function startFault(error: unknown): unknown {
  if (!(error instanceof ChildFailure)) return error;
  const words = error.lastLines.slice(-3).map(livekitWords).join(' ');
  return new StartError(
    `LiveKit, the media server, did not start: ${error.message}.${words === '' ? '' : ` It says: ${words}`}`,
  );
}
