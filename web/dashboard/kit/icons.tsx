import { Icon } from '../../shared/icons.tsx';

export const HomeIcon = () => (
  <Icon>
    <path d="M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5" />
  </Icon>
);

/** A doorway, as in Hall's mark. */
export const HallIcon = () => (
  <Icon>
    <path d="M5 20v-8.5a7 7 0 0 1 14 0V20M9.5 20v-7a2.5 2.5 0 0 1 5 0v7M3 20h18" />
  </Icon>
);

export const RecordingIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);

export const WebhookIcon = () => (
  <Icon>
    <path d="M4 12h9M10 8l4 4-4 4M14 5h3.5A2.5 2.5 0 0 1 20 7.5v9a2.5 2.5 0 0 1-2.5 2.5H14" />
  </Icon>
);

export const KeyIcon = () => (
  <Icon>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8-8M16 7.5l2.5 2.5M13.5 10l1.8 1.8" />
  </Icon>
);

export const UsageIcon = () => (
  <Icon>
    <path d="M4 20h16M7 16.5v-4M12 16.5v-9M17 16.5v-6" />
  </Icon>
);

export const AuditIcon = () => (
  <Icon>
    <path d="M6 3.5h9l3.5 3.5v13.5H6zM9.5 10h6M9.5 13.5h6M9.5 17h3.5" />
  </Icon>
);

export const OrganisationIcon = () => (
  <Icon>
    <path d="M4.5 20V5.5h9V20M13.5 10h6v10M3 20h18M7.5 9h3M7.5 12.5h3M7.5 16h3M16 13.5h1M16 16.5h1" />
  </Icon>
);

export const StorageIcon = () => (
  <Icon>
    <ellipse cx="12" cy="6.5" rx="7.5" ry="3" />
    <path d="M4.5 6.5v11c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3v-11M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3" />
  </Icon>
);

export const SecurityIcon = () => (
  <Icon>
    <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10" />
  </Icon>
);

export const OperatorIcon = () => (
  <Icon>
    <rect x="3.5" y="4.5" width="17" height="6.5" rx="2" />
    <rect x="3.5" y="13" width="17" height="6.5" rx="2" />
    <path d="M7 7.8h.01M7 16.3h.01M10.5 7.8h3M10.5 16.3h3" />
  </Icon>
);

export const StepsIcon = () => (
  <Icon>
    <path d="M5 20v-4.5h4.7V11h4.6V6.5H19" />
    <path d="m16 3.5 3 3-3 3" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m8 10 4 4 4-4" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const OpenIcon = () => (
  <Icon>
    <path d="M14 4.5h5.5V10M19 5l-8 8M10 5.5H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V14" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01" />
  </Icon>
);

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
  </Icon>
);
