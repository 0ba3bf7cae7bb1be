import { MediaError, type MediaServer } from './media-server.ts';

/** Stands in where no media server could be found: the API runs, and what needs media is refused with the reason in the log. */
export const noMediaServer = (reason: string): MediaServer => {
  const refuse = async (): Promise<never> => {
    throw new MediaError(`There is no media server: ${reason}`);
  };
  return {
    createRoom: refuse,
    deleteRoom: refuse,
    listRooms: refuse,
    listSessions: refuse,
    removeParticipant: refuse,
    setRole: refuse,
    mute: refuse,
    tell: refuse,
    ping: refuse,
    admit: () => {
      throw new MediaError(`There is no media server: ${reason}`);
    },
    admitRecorder: () => {
      throw new MediaError(`There is no media server: ${reason}`);
    },
    setRecorded: refuse,
    readToken: () => undefined,
    readEvent: () => undefined,
    close: async () => {},
  };
};
