import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HallIcon, HomeIcon } from '../kit/icons.tsx';
import { type Session, useSession } from './session.tsx';

type Place = {
  readonly to: '/' | '/halls';
  readonly label: string;
  readonly icon: ReactNode;
  readonly shown?: (session: Session) => boolean;
};

type Group = { readonly label?: string; readonly places: readonly Place[] };

const groups: readonly Group[] = [
  {
    places: [
      { to: '/', label: 'Overview', icon: <HomeIcon /> },
      { to: '/halls', label: 'Halls', icon: <HallIcon /> },
    ],
  },
];

/** The places of the dashboard, those left out that the person may not see. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const session = useSession();
  return (
    <nav aria-label="Dashboard" className="navigation">
      {groups.map(({ label, places }) => {
        const shown = places.filter((place) => place.shown?.(session) ?? true);
        if (shown.length === 0) return null;
        return (
          <div key={label ?? 'main'} className="navigation-group">
            {label !== undefined && <p className="navigation-label">{label}</p>}
            <ul>
              {shown.map(({ to, label: words, icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="navigation-link"
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    {...(onGo === undefined ? {} : { onClick: onGo })}
                  >
                    {icon}
                    {words}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
