import { useRoomContext } from '@livekit/components-react';
import { useEffect, useRef } from 'react';
import type { Call } from './enter.ts';
import { useLiveValue } from './live-value.ts';
import { nameOf } from './names.ts';
import { type Emoji, reactionWords } from './reactions.ts';
import type { Notify } from './use-notices.ts';

/** Raised hands and reactions: one's own to give, and those of the others in words, for whoever does not see them. */
export function useSigns({ hands, reactions }: Call, notify: Notify) {
  const { localParticipant, remoteParticipants } = useRoomContext();
  const raised = useLiveValue(hands.raised);
  const shown = useLiveValue(reactions.shown);
  const nameBy = (identity: string) => {
    const participant = remoteParticipants.get(identity);
    return participant === undefined ? undefined : nameOf(participant);
  };

  useNewOnes([...raised.keys()], (identity) => {
    const name = nameBy(identity);
    if (name !== undefined) notify(`${name} raised a hand`);
  });
  useNewOnes(shown, ({ identity, emoji }) => {
    const name = nameBy(identity);
    if (name !== undefined) notify(`${emoji} ${reactionWords[emoji]} from ${name}`);
  });

  const failed = () => notify('That was not sent. Try again when the connection is back.');
  return {
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
