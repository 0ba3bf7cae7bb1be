import { type Room, RoomEvent } from 'livekit-client';
import { readMessage, writeMessage } from './data-message.ts';
import { LiveValue } from './live-value.ts';

const topic = 'hall.hand';

// Milliseconds. LiveKit loses what is sent to somebody who has just come, until all of their connection stands. So whoever has
// a hand up says so again and again, and a hand of which nothing more is heard is down.
const saidEvery = 5_000;
const goodFor = 21_000;

interface Hand {
  since: number;
  heard: number;
}

/** Whose hand is up, by identity. Each page keeps its own list from what the others tell. */
export class Hands {
  /** With the time since when. */
  readonly raised = new LiveValue<ReadonlyMap<string, number>>(new Map());
  readonly #room: Room;
  readonly #hands = new Map<string, Hand>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(room: Room) {
    this.#room = room;
    room
      .on(RoomEvent.DataReceived, (payload, from, _kind, received) => {
        if (received === topic && from !== undefined) this.#hear(from.identity, payload);
      })
      .on(RoomEvent.ParticipantActive, ({ identity }) => this.#repeat([identity]))
      .on(RoomEvent.ParticipantDisconnected, ({ identity }) => this.#lower(identity))
      .on(RoomEvent.Connected, () => {
        this.#timer = setInterval(() => this.#tick(), saidEvery);
        this.#repeat();
      })
      .on(RoomEvent.Disconnected, () => clearInterval(this.#timer));
  }

  /** Raises the own hand or takes it down. */
  async toggle(): Promise<void> {
    const { identity } = this.#room.localParticipant;
    if (this.#hands.has(identity)) this.#lower(identity);
    else this.#raise(identity, Date.now());
    await this.#tell();
  }

  #tick() {
    const own = this.#room.localParticipant.identity;
    for (const [identity, { heard }] of this.#hands) {
      if (identity !== own && heard < Date.now() - goodFor) this.#lower(identity);
    }
    this.#repeat();
  }

  /** Nobody thinks that the own hand is up unless it is, so that there is nothing to repeat otherwise. */
  #repeat(to?: string[]) {
    const isUp = this.#hands.has(this.#room.localParticipant.identity);
    if (isUp) this.#tell(to).catch(() => undefined); // the next time will do
  }

  async #tell(to: string[] = []) {
    const { localParticipant } = this.#room;
    const own = this.#hands.get(localParticipant.identity);
    // Not a time of day: clocks differ between machines, durations do not.
    const message = own === undefined ? { raised: false } : { raised: true, for_ms: Date.now() - own.since };
    await localParticipant.publishData(writeMessage(message), { reliable: true, topic, destinationIdentities: to });
  }

  #hear(identity: string, payload: Uint8Array) {
    const { raised, for_ms: duration } = readMessage(payload) ?? {};
    if (raised === false) this.#lower(identity);
    if (raised === true) this.#raise(identity, Date.now() - durationOf(duration));
  }

  #raise(identity: string, since: number) {
    const hand = this.#hands.get(identity);
    this.#hands.set(identity, { since: hand?.since ?? since, heard: Date.now() });
    if (hand === undefined) this.#show();
  }

  #lower(identity: string) {
    if (this.#hands.delete(identity)) this.#show();
  }

  #show() {
    this.raised.set(new Map([...this.#hands].map(([identity, { since }]) => [identity, since])));
  }
}

const day = 86_400_000; // milliseconds; no hall is open longer

const durationOf = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= day ? value : 0);
