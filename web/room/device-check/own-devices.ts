import { type Choices, keepChoices } from '../memory.ts';
import { type Kind, type Trouble, troubleOf } from '../trouble.ts';

/** off ◀─▶ asking ──▶ on, or failed, from where it can be asked for again. */
export type Device =
  | { state: 'off' }
  | { state: 'asking' }
  | { state: 'on'; track: MediaStreamTrack }
  | { state: 'failed'; trouble: Trouble };

export type Devices = Record<Kind, Device>;

export interface OwnDevicesState {
  devices: Devices;
  choices: Choices;
}

/** What a person brings into the call. */
export interface Setup {
  tracks: MediaStreamTrack[];
  cameraId?: string;
  microphoneId?: string;
  speakerId?: string;
}

const kinds: readonly Kind[] = ['camera', 'microphone'];

// Milliseconds. A camera may take a second to start; but a prompt that nobody answers must keep nobody out.
const patience = 3000;

const constraints: Record<Kind, MediaTrackConstraints> = {
  camera: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 }, facingMode: 'user' },
  microphone: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
};

/** The camera and microphone of the device check. They keep running when they are handed over to the call. */
export class OwnDevices {
  state: OwnDevicesState;
  #listeners = new Set<() => void>();
  /** Counts the requests of each kind: the answer to an older one is let go. */
  #requests: Record<Kind, number> = { camera: 0, microphone: 0 };
  #pending: Promise<unknown> = Promise.resolve();
  #handedOver = false;

  constructor(choices: Choices) {
    this.state = { devices: { camera: { state: 'off' }, microphone: { state: 'off' } }, choices };
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks for everything that the person had on last time. */
  start() {
    return this.turnOn(kinds.filter((kind) => !this.state.choices[`${kind}Off`]));
  }

  turnOn(wanted: readonly Kind[]): Promise<void> {
    for (const kind of wanted) this.#remember({ [`${kind}Off`]: false });
    const answered = this.#turnOn(wanted);
    this.#pending = Promise.all([this.#pending, answered]);
    return answered;
  }

  /** Asks for all of them at once, so that the browser shows one prompt. */
  async #turnOn(wanted: readonly Kind[]) {
    if (wanted.length === 0) return;
    const trouble = await this.#ask(wanted);
    if (trouble === undefined || trouble === 'insecure' || wanted.length === 1) return;
    // One request for both fails when either cannot be had. Each is asked for by itself then, unless that would only put
    // the same question again to a person who has just said no.
    const retry = trouble === 'blocked' ? await alreadyGranted(wanted) : wanted;
    await Promise.all(retry.map((kind) => this.#ask([kind])));
  }

  turnOff(kind: Kind) {
    this.#remember({ [`${kind}Off`]: true });
    this.#set(kind, { state: 'off' });
  }

  async choose(kind: Kind, id: string) {
    this.#remember({ [`${kind}Id`]: id });
    if (this.state.devices[kind].state !== 'off') await this.turnOn([kind]);
  }

  chooseSpeaker(id: string) {
    this.#remember({ speakerId: id });
  }

  /** Gives the running tracks away: from here on, the receiver stops them. What is not there in time is not waited for. */
  async handOver(): Promise<Setup> {
    await Promise.race([this.#pending, new Promise((resolve) => setTimeout(resolve, patience))]);
    for (const kind of kinds) if (this.state.devices[kind].state === 'asking') this.#set(kind, { state: 'off' });
    this.#handedOver = true;
    const { cameraId, microphoneId, speakerId } = this.state.choices;
    return {
      tracks: kinds.flatMap((kind) => {
        const device = this.state.devices[kind];
        return device.state === 'on' ? [device.track] : [];
      }),
      ...(cameraId !== undefined && { cameraId }),
      ...(microphoneId !== undefined && { microphoneId }),
      ...(speakerId !== undefined && { speakerId }),
    };
  }

  close() {
    for (const kind of kinds) this.#set(kind, { state: 'off' });
  }

  /** Says what went wrong, if it did and somebody still waits for the answer. */
  async #ask(wanted: readonly Kind[]): Promise<Trouble | undefined> {
    if (this.#handedOver) return undefined;
    const requests = wanted.map((kind) => {
      this.#set(kind, { state: 'asking' });
      return { kind, current: this.#requests[kind] };
    });
    const isCurrent = ({ kind, current }: { kind: Kind; current: number }) => this.#requests[kind] === current;
    try {
      const stream = await capture(wanted, this.state.choices);
      for (const request of requests) {
        const [track] = request.kind === 'camera' ? stream.getVideoTracks() : stream.getAudioTracks();
        if (track === undefined) continue;
        if (!isCurrent(request)) {
          track.stop();
          continue;
        }
        this.#set(request.kind, { state: 'on', track });
        // Fires when the device is unplugged or its permission withdrawn, and not when we stop it.
        track.addEventListener('ended', () => this.#lost(request.kind, track));
      }
      return undefined;
    } catch (error) {
      const trouble = troubleOf(error);
      const current = requests.filter(isCurrent);
      for (const { kind } of current) this.#set(kind, { state: 'failed', trouble });
      return current.length === 0 ? undefined : trouble;
    }
  }

  #lost(kind: Kind, track: MediaStreamTrack) {
    const device = this.state.devices[kind];
    if (device.state === 'on' && device.track === track) this.#set(kind, { state: 'failed', trouble: 'missing' });
  }

  #set(kind: Kind, device: Device) {
    const before = this.state.devices[kind];
    if (before.state === 'on' && !this.#handedOver) before.track.stop();
    this.#requests[kind] += 1;
    this.#become({ devices: { ...this.state.devices, [kind]: device } });
  }

  #remember(choices: Choices) {
    this.#become({ choices: { ...this.state.choices, ...choices } });
    keepChoices(choices);
  }

  #become(change: Partial<OwnDevicesState>) {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

async function capture(wanted: readonly Kind[], choices: Choices): Promise<MediaStream> {
  const request = (kind: Kind): MediaTrackConstraints | false => {
    if (!wanted.includes(kind)) return false;
    const id = choices[`${kind}Id`];
    // "ideal", because a remembered device may be gone by now.
    return id === undefined ? constraints[kind] : { ...constraints[kind], deviceId: { ideal: id } };
  };
  return navigator.mediaDevices.getUserMedia({ video: request('camera'), audio: request('microphone') });
}

async function alreadyGranted(wanted: readonly Kind[]): Promise<Kind[]> {
  const granted = await Promise.all(
    wanted.map(async (kind) => {
      try {
        return (await navigator.permissions.query({ name: kind })).state === 'granted';
      } catch {
        return false;
      }
    }),
  );
  return wanted.filter((_, index) => granted[index]);
}
