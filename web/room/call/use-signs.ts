import { useRoomContext } from '@livekit/components-react';
import { useEffect, useRef, useState } from 'react';
import { isOnStage, nameOf } from '../../shared/people.ts';
import type { Call } from './enter.ts';
import { useLiveValue } from './live-value.ts';
import { type Emoji, reactionWords } from './reactions.ts';
import type { Notify } from './use-notices.ts';

export interface Said {
  id: number;
  words: string;
}

/** Raised hands and reactions: one's own to give, and those of the others in words, for whoever does not see them. */
export function useSigns({ hands, reactions }: Call, notify: Notify) {
  const { localParticipant, remoteParticipants } = useRoomContext();
  const raised = useLiveValue(hands.raised);
  const shown = useLiveValue(reactions.shown);
  /** Of the last reaction that can be seen: said to screen readers alone. */
  const [said, setSaid] = useState<Said>();

  useNewOnes([...raised.keys()], (identity) => {
    const participant = remoteParticipants.get(identity);
    if (participant !== undefined) notify(`${nameOf(participant)} raised a hand`);
  });
  useNewOnes(shown, ({ id, identity, emoji }) => {
    const participant = remoteParticipants.get(identity);
    if (participant === undefined) return;
    const words = `${reactionWords[emoji]} from ${nameOf(participant)}`;
    // Over a viewer, who has no tile, nothing can float.
    if (isOnStage(participant)) setSaid({ id, words });
    else notify(`${emoji} ${words}`);
  });

  const failed = () => notify('That was not sent. Try again when the connection is back.');
  return {
    said,
    isHandUp: raised.has(localParticipant.identity),
    toggleHand: () => void hands.toggle().catch(failed),
    react: (emoji: Emoji) => void reactions.send(emoji).catch(failed),
  };
}

/** Calls back for each item that was not in the list the last time. */
function useNewOnes<Item>(items: readonly Item[], onNew: (item: Item) => void) {
  const before = useRef<readonly Item[]>([]);
  useEffect(() => {
    for (const item of items) if (!before.current.includes(item)) onNew(item);
    before.current = items;
  });
}
