import { type Room, RoomEvent } from 'livekit-client';
import { readMessage, writeMessage } from './data-message.ts';
import { LiveValue } from './live-value.ts';

const topic = 'hall.reaction';

/** What can be shown, each with the word that is read out for it. */
export const reactionWords = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '👏': 'Applause',
  '😂': 'Laughter',
  '😮': 'Surprise',
  '🎉': 'Party',
} as const;

export type Emoji = keyof typeof reactionWords;

export const emojis = Object.keys(reactionWords).filter(isEmoji);

export interface Reaction {
  id: number;
  identity: string;
  emoji: Emoji;
}

const shownFor = 4_000; // milliseconds, as long as the animation
const mostOfOne = 5; // at once; more would only cover the picture

/** The reactions that float over people at this moment. */
export class Reactions {
  readonly shown = new LiveValue<readonly Reaction[]>([]);
  readonly #room: Room;
  #count = 0;

  constructor(room: Room) {
    this.#room = room;
    room.on(RoomEvent.DataReceived, (payload, from, _kind, received) => {
      if (received !== topic || from === undefined) return;
      const emoji = readMessage(payload)?.emoji;
      if (isEmoji(emoji)) this.#show(from.identity, emoji);
    });
  }

  async send(emoji: Emoji): Promise<void> {
    const { localParticipant } = this.#room;
    this.#show(localParticipant.identity, emoji);
    await localParticipant.publishData(writeMessage({ emoji }), { reliable: true, topic });
  }

  #show(identity: string, emoji: Emoji) {
    const shown = this.shown.get();
    if (shown.filter((reaction) => reaction.identity === identity).length >= mostOfOne) return;
    this.#count += 1;
    const id = this.#count;
    this.shown.set([...shown, { id, identity, emoji }]);
    setTimeout(() => this.shown.set(this.shown.get().filter((reaction) => reaction.id !== id)), shownFor);
  }
}

function isEmoji(value: unknown): value is Emoji {
  return typeof value === 'string' && Object.hasOwn(reactionWords, value);
}
