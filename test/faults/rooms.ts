import { RoomServiceClient } from 'livekit-server-sdk';
import { inject } from 'vitest';

/** What LiveKit itself says of its rooms, Hall left aside. */
export const livekitRooms = () => {
  const { url, apiKey, apiSecret } = inject('livekit');
  const service = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  return {
    /** Those of these names that exist, in no particular order. */
    existing: async (names: string[]): Promise<string[]> =>
      names.length === 0 ? [] : (await service.listRooms(names)).map((room) => room.name),
    /** A room that is removed and made again has another one. */
    sidOf: async (name: string): Promise<string | undefined> => (await service.listRooms([name]))[0]?.sid,
    metadataOf: async (name: string): Promise<string | undefined> => (await service.listRooms([name]))[0]?.metadata,
    make: async (name: string, metadata: string): Promise<void> => {
      await service.createRoom({ name, metadata, emptyTimeout: 60 });
    },
    remove: (name: string): Promise<void> => service.deleteRoom(name),
    participants: async (name: string): Promise<string[]> =>
      (await service.listParticipants(name)).map((participant) => participant.identity),
  };
};
