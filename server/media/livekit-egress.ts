import type { StorageAccess } from '../storage/bucket.ts';
import { type LiveKitAccess, livekitCalls } from './livekit-calls.ts';
import { MediaRefusal } from './media-server.ts';

/** As LiveKit's EgressStatus, in lower case. */
export const egressStates = ['starting', 'active', 'ending', 'complete', 'limit_reached', 'aborted', 'failed'] as const;
export type EgressState = (typeof egressStates)[number];

/** What a worker says that it put into the bucket. */
export type EgressFile = { readonly key: string; readonly bytes: number; readonly seconds: number };

/** One recording by an Egress worker, as LiveKit tells of it. */
export type Egress = {
  readonly id: string;
  readonly state: EgressState;
  /** The key that was asked for. */
  readonly key: string;
  /** When recording began; undefined before. */
  readonly startedAt: Date | undefined;
  /** What a worker said went wrong; may be empty. */
  readonly error: string;
  readonly file: EgressFile | undefined;
};

/** What is to be recorded, and where to. */
export type EgressOrder = {
  readonly room: string;
  /** The page that the worker's browser opens, with the layout, LiveKit's address and a token behind it. */
  readonly pageUrl: string;
  /** One that the page knows. */
  readonly layout: string;
  readonly key: string;
  readonly access: StorageAccess;
};

/** No worker took the order: there is none, or each is at its limit. LiveKit cannot tell which. */
export class NoEgressWorker extends Error {}
/** This LiveKit has no Redis, without which there are no workers. */
export class NoEgress extends Error {}

export type EgressServer = {
  /** Resolves when LiveKit answers and could have workers; rejects with NoEgress when it could not. */
  ping(): Promise<void>;
  /** Rejects with NoEgressWorker, NoEgress, or a MediaError, after which a worker may have begun all the same. */
  start(order: EgressOrder): Promise<Egress>;
  /** Those of a room that have not ended. */
  running(room: string): Promise<Egress[]>;
  /** Undefined for one that LiveKit has forgotten, which it does a day after its end. */
  find(id: string): Promise<Egress | undefined>;
  /** Asks the worker to end it. False when there is no worker that could be asked. */
  stop(id: string): Promise<boolean>;
  /** Whether the worker's browser is in the room. */
  isInside(room: string, id: string): Promise<boolean>;
  /** Breaks off the calls that are under way. */
  close(): Promise<void>;
};

/** LiveKit takes 3 s to find out that a worker does not hear. */
const callMilliseconds = 8_000;
/** LiveKit itself asks for a worker several times, and gives up after 23 to 25 s when there is none (measured with 1.13.5). */
const startMilliseconds = 30_000;

/** LiveKit's Egress service and the room service's word on its participants. */
export const livekitEgress = (access: LiveKitAccess): EgressServer => {
  const calls = livekitCalls(access);
  const ask = async (name: string, fields: object, milliseconds = callMilliseconds): Promise<string | null> => {
    try {
      return await calls.call('Egress', name, fields, {
        milliseconds,
        authorization: calls.sign({ roomRecord: true }),
      });
    } catch (error) {
      throw meaningOf(error);
    }
  };
  const list = async (fields: object): Promise<Egress[]> => {
    const { items = [] } = JSON.parse((await ask('ListEgress', fields)) ?? '{}') as { items?: EgressAnswer[] };
    return items.map(egressOf);
  };

  return {
    ping: async () => {
      // LiveKit writes an error into its log when it is asked for an egress that it does not know, and none for a room.
      await list({ room_name: 'ping', active: true });
    },
    start: async (order) => {
      const text = await ask('StartRoomCompositeEgress', requestOf(order), startMilliseconds);
      // LiveKit asked Redis for a room of this name.
      if (text === null) throw new MediaRefusal('StartRoomCompositeEgress', 404, 'no such room');
      return egressOf(JSON.parse(text) as EgressAnswer);
    },
    running: (room) => list({ room_name: room, active: true }),
    find: async (id) => (await list({ egress_id: id })).find((one) => one.id === id),
    stop: async (id) => {
      try {
        return (await ask('StopEgress', { egress_id: id })) !== null;
      } catch (error) {
        if (error instanceof NoEgressWorker || (error instanceof MediaRefusal && error.status < 500)) return false;
        throw error;
      }
    },
    isInside: async (room, id) => {
      const text = await calls.call(
        'RoomService',
        'GetParticipant',
        { room, identity: id },
        { milliseconds: callMilliseconds, authorization: calls.sign({ roomAdmin: true, room }) },
      );
      return text !== null;
    },
    close: calls.breakOff,
  };
};

/** LiveKit's EgressInfo as JSON; 64-bit numbers are strings there, and what is zero or empty may be left out. */
type EgressAnswer = {
  egress_id?: string;
  status?: string;
  error?: string;
  room_composite?: { file_outputs?: { filepath?: string }[] };
  file_results?: { filename?: string; started_at?: string; size?: string; duration?: string }[];
};

const stateOf = (status = 'EGRESS_STARTING'): EgressState =>
  egressStates.find((state) => `EGRESS_${state.toUpperCase()}` === status) ?? 'failed';

const egressOf = (answer: EgressAnswer): Egress => {
  const [output] = answer.room_composite?.file_outputs ?? [];
  const [file] = answer.file_results ?? [];
  // An egress starts with its worker's browser, its file with the first picture.
  const startedNanoseconds = Number(file?.started_at ?? 0);
  return {
    id: answer.egress_id ?? '',
    state: stateOf(answer.status),
    key: output?.filepath ?? '',
    startedAt: startedNanoseconds > 0 ? new Date(startedNanoseconds / 1e6) : undefined,
    error: answer.error ?? '',
    file:
      file?.filename === undefined || Number(file.size ?? 0) === 0
        ? undefined
        : { key: file.filename, bytes: Number(file.size), seconds: Number(file.duration ?? 0) / 1e9 },
  };
};

const requestOf = ({ room, pageUrl, layout, key, access }: EgressOrder) => ({
  room_name: room,
  layout,
  custom_base_url: pageUrl,
  // The size of the page's stage.
  preset: 'H264_720P_30',
  file_outputs: [
    {
      file_type: 'MP4',
      filepath: key,
      // Beside the film a worker would put a file about it into the bucket.
      disable_manifest: true,
      s3: {
        access_key: access.access_key_id,
        secret: access.secret_access_key,
        region: access.region,
        endpoint: access.endpoint,
        bucket: access.bucket,
        force_path_style: access.path_style,
      },
    },
  ],
});

const meaningOf = (error: unknown): unknown => {
  if (!(error instanceof MediaRefusal)) return error;
  if (/egress not connected/i.test(error.said)) return new NoEgress('LiveKit has no Redis', { cause: error });
  if (error.status === 503 || /no response from servers|resource_exhausted/i.test(error.said))
    return new NoEgressWorker('no LiveKit Egress worker is free', { cause: error });
  return error;
};
