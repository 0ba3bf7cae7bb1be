import { RoomServiceClient } from 'livekit-server-sdk';
import type pg from 'pg';
import type { LiveKitAddress } from './ground.ts';

/** LiveKit's own SDK, as somebody without Hall would use it. */
export const roomService = ({ url, apiKey, apiSecret }: LiveKitAddress): RoomServiceClient =>
  new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);

const atOnce = 8;

/** Deletes all rooms, and all halls before them so that the sweep makes none again: LiveKit stays small whatever ran before. */
export const clearRooms = async (client: RoomServiceClient, pools: readonly pg.Pool[]): Promise<void> => {
  for (const pool of pools) {
    await pool.query('delete from participants');
    await pool.query(
      `delete from halls where created_at > now() - interval '10 minutes' and status in ('opening', 'open')`,
    );
    await pool.query(
      `update organisations set open_halls = coalesce(counted.halls, 0)
       from organisations as o
       left join (select organisation_id, count(*) as halls from halls where status in ('opening', 'open') group by 1) as counted
         on counted.organisation_id = o.id
       where organisations.id = o.id and o.open_halls <> coalesce(counted.halls, 0)`,
    );
  }
  const names = (await client.listRooms()).map((room) => room.name);
  const work = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      // The sweep may have been faster.
      await client.deleteRoom(name).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};
