import { lazy, Suspense, useEffect, useReducer } from 'react';
import { useBrandColours } from './brand/use-brand-colours.ts';
import { DeviceCheck, ViewerCheck } from './device-check/device-check.tsx';
import type { Setup } from './device-check/own-devices.ts';
import { EndingPage } from './ending/ending-page.tsx';
import { openVisit } from './opening.ts';
import { type Entrance, next, type Visit, type VisitEvent, viewOf } from './visit.ts';

// livekit-client is most of this page's weight, so it is loaded while people look at their camera.
const loadEnter = () => import('./call/enter.ts');
const loadCall = () => import('./call/call.tsx');
const Call = lazy(loadCall);

export function App() {
  const [visit, tell] = useReducer(next, { at: 'opening' } satisfies Visit);
  const view = viewOf(visit);
  useBrandColours(view?.organisation.colour);
  useTitle(view?.hall.name, view?.organisation.name);

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
          <h1 className="visually-hidden">Hall</h1>
          <span className="spinner" role="img" aria-label="Loading" />
        </main>
      );
    case 'check':
    case 'entering': {
      const { entrance } = visit;
      const props = {
        entrance,
        entering: visit.at === 'entering',
        onJoin: (setup: Promise<Setup>) => {
          tell({ type: 'join' });
          void enter(entrance, setup, tell);
        },
      };
      return entrance.view.participant.role === 'viewer' ? <ViewerCheck {...props} /> : <DeviceCheck {...props} />;
    }
    case 'inside':
      return (
        <Suspense>
          <Call call={visit.call} isReturning={visit.isReturning} />
        </Suspense>
      );
    case 'over':
      return (
        <EndingPage
          ending={visit.ending}
          organisation={visit.view?.organisation}
          onAction={() => tell({ type: 'again' })}
        />
      );
  }
}

function useTitle(...parts: (string | undefined)[]) {
  const title = parts.filter((part) => part !== undefined).join(' – ');
  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);
}

async function enter(entrance: Entrance, handedOver: Promise<Setup>, tell: (event: VisitEvent) => void) {
  const setup = await handedOver;
  try {
    const [{ enterCall }] = await Promise.all([loadEnter(), loadCall()]);
    tell(await enterCall(entrance, setup, tell));
  } catch {
    for (const track of setup.tracks) track.stop();
    tell({ type: 'ended', ending: 'unreachable' });
  }
}
