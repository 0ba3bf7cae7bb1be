import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { useSession } from '../../shell/session.tsx';

/** Enters a hall as a host, in a tab of its own. */
export const useEnterHall = (hallId: string) => {
  const { person } = useSession();
  const join = useAct('joinHall', ['listParticipants']);
  /** Where to go when the browser let no tab be opened. */
  const [link, setLink] = useState<string>();
  const enter = async () => {
    setLink(undefined);
    // At once: browsers block tabs that open some time after the click.
    const tab = window.open('', '_blank');
    try {
      const body = { name: person.name, user_id: person.id, role: 'host' as const };
      const { join_url } = await join.mutateAsync({ params: { id: hallId }, body });
      if (tab === null) return setLink(join_url);
      tab.opener = null;
      tab.location.replace(join_url);
    } catch {
      // The page that asked shows the reason from `error`.
      tab?.close();
    }
  };
  return { enter, link, error: join.error, busy: join.isPending };
};
