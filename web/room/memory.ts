/**
 * What the page remembers between visits. Inside an iframe a browser may refuse all storage, so nothing depends on it:
 * what cannot be kept is asked again.
 */

export interface Choices {
  cameraId?: string;
  microphoneId?: string;
  speakerId?: string;
  cameraOff?: boolean;
  microphoneOff?: boolean;
  shortcutsOff?: boolean;
}

const choicesKey = 'hall.choices';

export function recallChoices(): Choices {
  return (recall(() => localStorage, choicesKey) ?? {}) as Choices;
}

export function keepChoices(choices: Choices): void {
  keep(() => localStorage, choicesKey, { ...recallChoices(), ...choices });
}

interface Visitor {
  hallId: string;
  participantId: string;
}

const tokenKey = ({ hallId, participantId }: Visitor) => `hall.token.${hallId}.${participantId}`;

/** Where the session storage is refused, a renewed token lasts until the page is reloaded. */
const tokens = new Map<string, string>();

export function recallToken(visitor: Visitor): string | undefined {
  const token = tokens.get(tokenKey(visitor)) ?? recall(() => sessionStorage, tokenKey(visitor));
  return typeof token === 'string' ? token : undefined;
}

/** Kept for this tab only: the session storage ends with the tab, as the visit does. */
export function keepToken(visitor: Visitor, token: string): void {
  tokens.set(tokenKey(visitor), token);
  keep(() => sessionStorage, tokenKey(visitor), token);
}

/** The storage is passed as a function because merely naming it throws where it is refused. */
function recall(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Refused or full.
  }
}
