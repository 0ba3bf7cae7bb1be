import { type Participant, type Room, RoomEvent } from 'livekit-client';
import { readMessage, writeMessage } from './data-message.ts';
import { LiveValue } from './live-value.ts';

const topic = 'hall.hand';

/**
 * Whose hand is up, by identity, with the time since when. Each page keeps its own list from what the others tell; whoever
 * has a hand up tells every newcomer, and everyone anew after having been away.
 */
export class Hands {
  readonly raised = new LiveValue<ReadonlyMap<string, number>>(new Map());
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
    const tellNewcomer = (participant: Participant) => this.#tellAgain([participant.identity]);
    room
      .on(RoomEvent.DataReceived, (payload, from, _kind, received) => {
        if (received === topic && from !== undefined) this.#hear(from.identity, payload);
      })
      .on(RoomEvent.ParticipantConnected, tellNewcomer)
      // Newcomers are announced before they can hear; both times, because some are active when they are announced.
      .on(RoomEvent.ParticipantActive, tellNewcomer)
      .on(RoomEvent.ParticipantDisconnected, ({ identity }) => this.#set(identity, undefined))
      .on(RoomEvent.Connected, () => this.#tellAgain())
      .on(RoomEvent.Reconnected, () => this.#tellAgain())
      // The others say it again when this page is back, as it does itself.
      .on(RoomEvent.Disconnected, () => this.raised.set(new Map(this.#own())));
  }

  /** Raises the own hand or takes it down. */
  async toggle(): Promise<void> {
    const { identity } = this.#room.localParticipant;
    const isUp = this.raised.get().has(identity);
    this.#set(identity, isUp ? undefined : Date.now());
    await this.#tell();
  }

  async #tell(to: string[] = []) {
    const [own] = this.#own();
    await this.#room.localParticipant.publishData(
      writeMessage(own === undefined ? { raised: false } : { raised: true, for_ms: Date.now() - own[1] }),
      { reliable: true, topic, destinationIdentities: to },
    );
  }

  /** Does nothing while the own hand is down, as nobody thinks that it is up. */
  #tellAgain(to?: string[]) {
    if (this.#own().length > 0) this.#tell(to).catch(() => undefined); // they are told again when the connection is back
  }

  #own(): [string, number][] {
    return [...this.raised.get()].filter(([identity]) => identity === this.#room.localParticipant.identity);
  }

  #hear(identity: string, payload: Uint8Array) {
    const { raised, for_ms: duration } = readMessage(payload) ?? {};
    if (raised === false) this.#set(identity, undefined);
    // Not a time of day: clocks differ between machines, durations do not.
    if (raised === true && !this.raised.get().has(identity)) this.#set(identity, Date.now() - durationOf(duration));
  }

  #set(identity: string, since: number | undefined) {
    const raised = new Map(this.raised.get());
    raised.delete(identity);
    if (since !== undefined) raised.set(identity, since);
    this.raised.set(raised);
  }
}

const day = 86_400_000; // milliseconds; no hall is open longer

const durationOf = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= day ? value : 0);
