import type { Settings } from '../settings.ts';

export interface Piece {
  kind: 'init' | 'media';
  bytes: Uint8Array<ArrayBuffer>;
  /** Seconds since the beginning. */
  time: number;
  duration: number;
}

/** So much may wait to be taken, in pieces of about a second, before the recording ends rather than fill the memory. */
const mostWaiting = 60;

/** The process that started this browser. Its address ends with a secret that only this page was told. */
export class RecorderLink {
  readonly #address: string;
  readonly #waiting: Piece[] = [];
  #giving: Promise<void> | undefined;
  readonly #onFault: (error: unknown) => void;

  /** `onFault`: the pieces are not taken any more. */
  constructor(secret: string, onFault: (error: unknown) => void) {
    this.#address = `/${secret}`;
    this.#onFault = onFault;
  }

  async settings(): Promise<Settings> {
    const answer = await fetch(`${this.#address}/settings`);
    if (!answer.ok) throw new Error(`the recorder answers ${answer.status}`);
    return (await answer.json()) as Settings;
  }

  /** Hands a piece over after those before it. The answer to each comes when it is safe. */
  give(piece: Piece): void {
    if (this.#waiting.length >= mostWaiting) throw new Error('the recorder does not take what is recorded');
    this.#waiting.push(piece);
    this.#giving ??= this.#giveAll();
  }

  /** Resolves when all pieces are taken. */
  async given(): Promise<void> {
    await this.#giving;
  }

  tell(what: 'started' | 'ended', story: object = {}): Promise<void> {
    return this.#post(what, JSON.stringify(story));
  }

  showPoster(jpeg: Blob): Promise<void> {
    return this.#post('poster', jpeg);
  }

  async #giveAll(): Promise<void> {
    try {
      for (let piece = this.#waiting.shift(); piece !== undefined; piece = this.#waiting.shift()) {
        const { kind, time, duration, bytes } = piece;
        await this.#post(`fragment?kind=${kind}&time=${time}&duration=${duration}`, bytes);
      }
    } catch (error) {
      this.#onFault(error);
    } finally {
      this.#giving = undefined;
    }
  }

  async #post(path: string, body: BodyInit): Promise<void> {
    const answer = await fetch(`${this.#address}/${path}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`the recorder answers ${answer.status}`);
  }
}
