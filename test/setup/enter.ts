import { once } from 'node:events';

/** Somebody in a call. */
export type Inside = {
  readonly isIn: boolean;
  /** Says goodbye, as LiveKit's clients do. */
  leave(): void;
};

/** A SignalRequest of LiveKit's protocol whose field 8, `leave`, is set and empty. */
const goodbye = new Uint8Array([8 * 8 + 2, 0]);

/** Enters as LiveKit's clients begin to: over its signalling socket, without any media. Rejects when LiveKit refuses the token. */
export const enter = async (
  { server_url, participant_token }: { server_url: string; participant_token: string },
  onEnd: (leave: () => void) => void,
): Promise<Inside> => {
  const socket = new WebSocket(`${server_url}/rtc?access_token=${participant_token}&protocol=15&sdk=js`);
  onEnd(() => socket.close());
  const refused = Promise.race([once(socket, 'error'), once(socket, 'close')]).then(() => {
    throw new Error('LiveKit refused');
  });
  await Promise.race([once(socket, 'message'), refused]);
  refused.catch(() => {});
  return {
    get isIn() {
      return socket.readyState === WebSocket.OPEN;
    },
    leave: () => socket.send(goodbye),
  };
};
