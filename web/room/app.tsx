import { lazy, Suspense, useEffect, useReducer } from 'react';
import { DeviceCheck, ViewerCheck } from './device-check/device-check.tsx';
import type { Setup } from './device-check/own-devices.ts';
import { EndingPage } from './ending/ending-page.tsx';
import { openVisit } from './opening.ts';
import { type Entrance, next, type Visit, type VisitEvent } from './visit.ts';

// livekit-client is most of this page's weight, so it is loaded while people look at their camera.
const loadEnter = () => import('./call/enter.ts');
const loadCall = () => import('./call/call.tsx');
const Call = lazy(loadCall);

export function App() {
  const [visit, tell] = useReducer(next, { at: 'opening' } satisfies Visit);

  useEffect(() => {
    if (visit.at !== 'opening') return;
    const abort = new AbortController();
    void openVisit(abort.signal).then((event) => {
      if (!abort.signal.aborted) tell(event);
    });
    return () => abort.abort();
  }, [visit.at]);

  useEffect(() => {
    if (visit.at === 'check') Promise.all([loadEnter(), loadCall()]).catch(() => undefined); // tried again on joining
  }, [visit.at]);

  switch (visit.at) {
    case 'opening':
      return (
        <main className="opening">
          <span className="spinner" role="img" aria-label="Loading" />
        </main>
      );
    case 'check':
    case 'entering': {
      const { entrance } = visit;
      const props = {
        invitation: entrance.invitation,
        entering: visit.at === 'entering',
        onJoin: (setup: Promise<Setup>) => {
          tell({ type: 'join' });
          void enter(entrance, setup, tell);
        },
      };
      return entrance.invitation.publishes ? <DeviceCheck {...props} /> : <ViewerCheck {...props} />;
    }
    case 'inside':
      return (
        <Suspense>
          <Call room={visit.room} setup={visit.setup} />
        </Suspense>
      );
    case 'over':
      return <EndingPage ending={visit.ending} onAction={() => tell({ type: 'again' })} />;
  }
}

async function enter(entrance: Entrance, handedOver: Promise<Setup>, tell: (event: VisitEvent) => void) {
  const setup = await handedOver;
  try {
    const [{ enterCall }] = await Promise.all([loadEnter(), loadCall()]);
    tell(await enterCall(entrance, setup, (ending) => tell({ type: 'ended', ending })));
  } catch {
    for (const track of setup.tracks) track.stop();
    tell({ type: 'ended', ending: 'unreachable' });
  }
}
