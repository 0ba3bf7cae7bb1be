import { randomUUID } from 'node:crypto';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';

export type LiveKitAddress = { readonly url: string; readonly apiKey: string; readonly apiSecret: string };

export type Invitation = { readonly url: string; readonly token: string };

/** A room at LiveKit itself: the capture knows nothing of Hall. */
export type TestRoom = {
  /** For somebody who publishes. */
  invite(name: string): Promise<Invitation>;
  /** For the recorder, whom nobody sees. */
  inviteRecorder(): Promise<Invitation>;
  /** For a worker of LiveKit Egress, as LiveKit itself invites it. */
  inviteEgress(): Promise<Invitation>;
  /** Makes it, and again after LiveKit has lost it. */
  make(): Promise<void>;
  end(): Promise<void>;
};

export const testRoom = async ({ url, apiKey, apiSecret }: LiveKitAddress): Promise<TestRoom> => {
  const room = randomUUID();
  const rooms = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const invite = async (identity: string, isHidden: boolean): Promise<Invitation> => {
    const token = new AccessToken(apiKey, apiSecret, { identity, name: isHidden ? '' : identity, ttl: 3600 });
    token.addGrant({ roomJoin: true, room, canPublish: !isHidden, canSubscribe: true, hidden: isHidden });
    return { url, token: await token.toJwt() };
  };
  const inviteEgress = async (): Promise<Invitation> => {
    const token = new AccessToken(apiKey, apiSecret, { identity: `EG_${randomUUID()}`, ttl: 3600 });
    token.kind = 'egress';
    token.addGrant({
      roomJoin: true,
      room,
      canSubscribe: true,
      canPublish: false,
      canPublishData: false,
      hidden: true,
      recorder: true,
    });
    return { url, token: await token.toJwt() };
  };
  const make = async (): Promise<void> => void (await rooms.createRoom({ name: room, departureTimeout: 120 }));
  await make();
  return {
    invite: (name) => invite(name, false),
    inviteRecorder: () => invite('recorder', true),
    inviteEgress,
    make,
    end: () => rooms.deleteRoom(room),
  };
};
