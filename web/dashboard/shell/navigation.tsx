import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PeopleIcon } from '../../shared/icons.tsx';
import {
  AuditIcon,
  HallIcon,
  HomeIcon,
  KeyIcon,
  OperatorIcon,
  OrganisationIcon,
  RecordingIcon,
  StepsIcon,
  StorageIcon,
  UsageIcon,
  WebhookIcon,
} from '../kit/icons.tsx';
import { type Session, useSession } from './session.tsx';

type Place = {
  readonly to:
    | '/'
    | '/first-steps'
    | '/halls'
    | '/recordings'
    | '/keys'
    | '/webhooks'
    | '/usage'
    | '/audit-log'
    | '/settings/organisation'
    | '/settings/members'
    | '/settings/storage'
    | '/operator';
  readonly label: string;
  readonly icon: ReactNode;
  readonly shown?: (session: Session) => boolean;
};

type Group = { readonly label?: string; readonly places: readonly Place[] };

const isMember = ({ may }: Session): boolean => may('viewer');

const groups: readonly Group[] = [
  {
    places: [
      { to: '/', label: 'Overview', icon: <HomeIcon /> },
      { to: '/first-steps', label: 'First steps', icon: <StepsIcon />, shown: ({ may }) => may('developer') },
      { to: '/halls', label: 'Halls', icon: <HallIcon /> },
      { to: '/recordings', label: 'Recordings', icon: <RecordingIcon />, shown: isMember },
      { to: '/keys', label: 'API keys', icon: <KeyIcon />, shown: ({ may }) => may('developer') },
      { to: '/webhooks', label: 'Webhooks', icon: <WebhookIcon />, shown: isMember },
      { to: '/usage', label: 'Usage', icon: <UsageIcon />, shown: isMember },
      { to: '/audit-log', label: 'Audit log', icon: <AuditIcon />, shown: ({ may }) => may('admin') },
    ],
  },
  {
    label: 'Settings',
    places: [
      { to: '/settings/organisation', label: 'Organisation', icon: <OrganisationIcon />, shown: isMember },
      { to: '/settings/members', label: 'Members', icon: <PeopleIcon />, shown: isMember },
      { to: '/settings/storage', label: 'Storage', icon: <StorageIcon />, shown: ({ may }) => may('admin') },
    ],
  },
  {
    label: 'Installation',
    places: [{ to: '/operator', label: 'Operator', icon: <OperatorIcon />, shown: ({ person }) => person.is_operator }],
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
