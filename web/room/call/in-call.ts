import type { Participant } from 'livekit-client';
import { createContext, useContext } from 'react';
import type { Call } from './enter.ts';
import { useLiveValue } from './live-value.ts';
import type { Emoji } from './reactions.ts';

interface InCall {
  call: Call;
  /** Opens what a host can do with somebody; undefined for everyone else. */
  onManage: ((participant: Participant) => void) | undefined;
}

export const InCallContext = createContext<InCall | undefined>(undefined);

/** What tiles and lists need of the call that they stand in. */
export function useInCall(): InCall {
  const inCall = useContext(InCallContext);
  if (inCall === undefined) throw new Error('This is shown inside a call only.');
  return inCall;
}

export const useRaisedHands = (): ReadonlyMap<string, number> => useLiveValue(useInCall().call.hands.raised);

export const useReactionsOf = (identity: string): { id: number; emoji: Emoji }[] =>
  useLiveValue(useInCall().call.reactions.shown).filter((reaction) => reaction.identity === identity);
