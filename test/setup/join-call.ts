import {
  AudioFrame,
  AudioSource,
  DisconnectReason,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';

/** Somebody in a call, by LiveKit's own client for Node, with media: what LiveKit calls joined. */
export type InCall = {
  readonly room: Room;
  /** Resolves with LiveKit's reason when the server ends the call, or the client gives up. */
  readonly ended: Promise<keyof typeof DisconnectReason>;
  readonly isIn: boolean;
  /** Publishes a silent microphone. */
  speak(): Promise<LocalAudioTrack>;
  leave(): Promise<void>;
};

const sampleRate = 48_000;

/** Enters and rejects when LiveKit refuses. The client is ended with the test at the latest. */
export const joinCall = async (
  { server_url, participant_token }: { server_url: string; participant_token: string },
  onEnd: (leave: () => Promise<void>) => void,
): Promise<InCall> => {
  const room = new Room();
  let isIn = false;
  const ended = new Promise<keyof typeof DisconnectReason>((resolve) => {
    room.once(RoomEvent.Disconnected, (reason) => {
      isIn = false;
      resolve(DisconnectReason[reason] as keyof typeof DisconnectReason);
    });
  });
  await room.connect(server_url, participant_token, { autoSubscribe: false, dynacast: false });
  isIn = true;
  onEnd(() => room.disconnect());
  return {
    room,
    ended,
    get isIn() {
      return isIn;
    },
    speak: async () => {
      const source = new AudioSource(sampleRate, 1);
      const track = LocalAudioTrack.createAudioTrack('microphone', source);
      const options = new TrackPublishOptions();
      options.source = TrackSource.SOURCE_MICROPHONE;
      await room.localParticipant?.publishTrack(track, options);
      await source.captureFrame(new AudioFrame(new Int16Array(sampleRate / 100), sampleRate, 1, sampleRate / 100));
      return track;
    },
    leave: () => room.disconnect(),
  };
};
