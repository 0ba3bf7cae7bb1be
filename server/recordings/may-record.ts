import { HallError } from '../errors.ts';

/** Why an organisation cannot record at this moment; undefined when it can. */
export type MayRecord = (organisationId: string) => Promise<HallError | undefined>;

/** What the recorders that were heard of lately say of themselves. */
export type RecorderWord = { readonly is_able: boolean; readonly reason: string | null };

/**
 * Recording needs a bucket, and a recorder that was able to record within the last two minutes: one that is being restarted
 * counts, one that finds no browser does not, nor do halls go unrecorded because none was ever started. A recorder that is
 * busy counts too: the recording waits in `starting`, where everybody sees it.
 */
export const mayRecord =
  (parts: {
    hasStorage: (organisationId: string) => Promise<boolean>;
    /** Of those heard of in the last two minutes, the latest first. */
    recorders: () => Promise<readonly RecorderWord[]>;
  }): MayRecord =>
  async (organisationId) => {
    if (!(await parts.hasStorage(organisationId))) return new HallError('storage_not_configured');
    const words = await parts.recorders();
    if (words.some((word) => word.is_able)) return undefined;
    const reason = words.find((word) => word.reason !== null)?.reason ?? 'no recorder runs';
    return new HallError('recorder_unavailable', { values: { reason } });
  };
