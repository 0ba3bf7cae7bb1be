import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Operation } from './call.ts';
import { readStream } from './read-stream.ts';

/*
 * following → each event says what to ask anew; everything is asked once when the stream begins, for what was missed
 * asking    → there is no stream (too many are open, or a proxy holds it back): what changes by itself is asked every few seconds
 *
 * From asking it goes back to following at the next try.
 */

/** What an event of each family may have changed. */
const changes: Readonly<Record<string, readonly string[]>> = {
  hall: ['listHalls', 'getHall', 'getOrganisation', 'listEvents', 'listParticipants', 'listRecordings'],
  // Who comes first into a hall that is to be recorded begins a recording, who leaves last ends it.
  participant: ['listHalls', 'getHall', 'listEvents', 'listParticipants', 'listRecordings'],
  recording: ['listRecordings', 'getRecording', 'listEvents'],
} satisfies Record<string, readonly Operation[]>;

const everything = [...new Set(Object.values(changes).flat())];

/** Many events at once, as when everybody leaves, are one refresh. */
const gatherMilliseconds = 150;
const askMilliseconds = 5_000;

const refresher = (client: QueryClient) => {
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    for (const name of due) {
      // To ask anew would break off what is asked at this moment: the older page that somebody wants to see, for example.
      if (client.isFetching({ queryKey: [name] }) > 0) continue;
      due.delete(name);
      void client.invalidateQueries({ queryKey: [name] });
    }
    if (due.size > 0) timer = setTimeout(run, gatherMilliseconds);
  };
  return {
    refresh: (names: readonly string[]) => {
      for (const name of names) due.add(name);
      timer ??= setTimeout(run, gatherMilliseconds);
    },
    stop: () => clearTimeout(timer),
  };
};

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const follow = async (organisation: string, signal: AbortSignal, refresh: (names: readonly string[]) => void) => {
  const response = await fetch('/dashboard/v1/events', {
    headers: { accept: 'text/event-stream', 'x-organisation': organisation },
    cache: 'no-store',
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || response.body === null) {
    await response.body?.cancel();
    return;
  }
  refresh(everything);
  for await (const { type } of readStream(response.body)) refresh(changes[type.split('.')[0] ?? ''] ?? []);
};

/** Keeps what is shown of an organisation as it is at this moment. */
export const useLive = (organisation: string | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (organisation === undefined) return;
    const abort = new AbortController();
    const { refresh, stop } = refresher(client);
    const run = async () => {
      while (!abort.signal.aborted) {
        await follow(organisation, abort.signal, refresh).catch(() => {});
        await waitFor(askMilliseconds, abort.signal);
        refresh(everything);
      }
    };
    void run();
    return () => {
      abort.abort();
      stop();
    };
  }, [organisation, client]);
};
