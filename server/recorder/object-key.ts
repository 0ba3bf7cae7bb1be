import type { StoragePlace } from '../storage/bucket.ts';

/** `prefix/hall_…/rec_….mp4`: where what was recorded lies in the bucket. */
export const objectKeyOf = (prefix: string, hallId: string, name: string): string =>
  [prefix, hallId, `${name}.mp4`].filter((part) => part !== '').join('/');

export const posterKeyOf = (key: string): string => key.replace(/\.mp4$/, '.jpg');

/** The place alone, without the right to reach it. */
export const placeOf = ({ endpoint, region, bucket, path_style }: StoragePlace): StoragePlace => ({
  endpoint,
  region,
  bucket,
  path_style,
});
