/** The short messages that pages and Hall send each other during a call, each on a topic of its own. */

const largest = 1_000; // bytes; ours are far shorter

export const writeMessage = (message: object): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(message));

/** Anybody in the call can send anything. Undefined for what is no short JSON object. */
export function readMessage(payload: Uint8Array): Record<string, unknown> | undefined {
  if (payload.byteLength > largest) return undefined;
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? { ...message } : undefined;
  } catch {
    return undefined;
  }
}
