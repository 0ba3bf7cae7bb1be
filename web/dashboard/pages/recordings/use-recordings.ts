import { useInfiniteQuery } from '@tanstack/react-query';
import { askPages } from '../../api/queries.ts';
import { isUnderWay, type RecordingStatus } from './recording-words.tsx';

/** No event tells that a recording was asked for, or that its upload goes on. */
const refreshMilliseconds = 5_000;

/** Recordings, newest first. Their events bring them up to date; while one is under way they are asked again and again besides. */
export const useRecordings = (filter: { hall_id?: string; status?: RecordingStatus }) =>
  useInfiniteQuery({
    ...askPages('listRecordings', { query: filter }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isUnderWay)) === true ? refreshMilliseconds : false,
  });
