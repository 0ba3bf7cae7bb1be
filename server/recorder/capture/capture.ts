/** A piece of the recording: the initialisation segment first (ftyp+moov), then one movie fragment (moof+mdat) each, about one a second. */
export type Fragment = {
  readonly kind: 'init' | 'media';
  readonly bytes: Uint8Array;
  /** Seconds since the capture's beginning. */
  readonly time: number;
  readonly duration: number;
};

/**
 * `hall_ended`: the room was closed, or LiveKit sent the recorder out. `media_lost`: LiveKit was away for a minute.
 * `browser_crashed`: it died, or gave nothing for ten seconds.
 */
export type CaptureEnd = {
  readonly reason: 'stopped' | 'hall_ended' | 'browser_crashed' | 'media_lost' | 'failed';
  readonly error?: Error;
};

export type Capture = {
  /** Resolves after the last fragment was taken. */
  readonly ended: Promise<CaptureEnd>;
  /** Ends it in order: what is in the encoder comes first. */
  stop(): Promise<CaptureEnd>;
  /** A JPEG of some seconds after the beginning; undefined when it did not come so far. */
  poster(): Promise<Uint8Array | undefined>;
};

/** `grid`: everyone alike. `speaker`: whoever speaks large. A shared screen comes first in both. */
export type Layout = 'grid' | 'speaker';

export type CaptureOptions = {
  /** LiveKit, as reached from this machine: ws: or wss:. */
  readonly serverUrl: string;
  /** Of a hidden participant. */
  readonly token: string;
  /** Shown while nobody is on stage. */
  readonly title: string | null;
  readonly layout: Layout;
  /** Awaited before the next one is given: back-pressure. A rejection ends the capture as `failed`. */
  onFragment(fragment: Fragment): Promise<void>;
  /** Ends it at once, without what is in the encoder. */
  readonly signal: AbortSignal;
};

/** Resolves when the recording runs, and rejects when it could not begin. */
export type StartCapture = (options: CaptureOptions) => Promise<Capture>;
