import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ask } from '../api/queries.ts';
import { useLive } from '../api/use-live.ts';
import { Answered } from '../states/answered.tsx';
import { Blank } from '../states/blank.tsx';
import { Notice } from '../states/notice.tsx';
import { Offline } from '../states/offline.tsx';
import { SkeletonRows } from '../states/skeleton.tsx';
import { chooseOrganisation, chosenOrganisation } from './chosen-organisation.ts';
import { type Session, SessionContext, sessionOf } from './session.tsx';
import './shell.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const session = useQuery({ ...ask('getSession', {}), staleTime: 60_000 });
  return (
    <Answered query={session} waiting={<Waiting />}>
      {(answer) => <SignedIn session={sessionOf(answer, chosenOrganisation())} />}
    </Answered>
  );
}

function SignedIn({ session }: { session: Session }) {
  const { organisation, organisations } = session;
  // Before any page asks for something in its name. A choice that was just made may be newer than this session.
  const isChosen = organisations.some(({ id }) => id === chosenOrganisation());
  if (organisation !== undefined && !isChosen) chooseOrganisation(organisation.id);
  const { pathname } = useLocation();
  const needsOrganisation = !['/account', '/operator'].some((path) => pathname.startsWith(path));
  useLive(organisation?.id);
  return (
    <SessionContext value={session}>
      <a className="skip" href="#page">
        To the page
      </a>
      <div className="shell">
        <Sidebar />
        <TopBar />
        <main id="page" className="page" tabIndex={-1} key={organisation?.id}>
          <Offline />
          {organisation?.suspended_reason != null && (
            <Notice kind="warn">
              <strong>{organisation.name} is suspended.</strong> {organisation.suspended_reason} Its API keys are
              refused until the operator of this installation lifts it.
            </Notice>
          )}
          <Suspense fallback={<SkeletonRows />}>
            {needsOrganisation && organisation === undefined ? <Homeless /> : <Outlet />}
          </Suspense>
        </main>
      </div>
    </SessionContext>
  );
}

function Homeless() {
  return (
    <Blank title="You are in no organisation">
      Ask an owner or admin of one for an invitation to the address that you signed in with.
    </Blank>
  );
}

function Waiting() {
  return (
    <div className="shell">
      <div className="sidebar" />
      <main className="page">
        <SkeletonRows />
      </main>
    </div>
  );
}
