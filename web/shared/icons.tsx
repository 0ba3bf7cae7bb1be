import type { ReactNode } from 'react';

/** Line icons on a 24-pixel grid. They are decoration: the button or label around them carries the words. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const MicrophoneIcon = () => (
  <Icon>
    <rect x="9" y="3" width="6" height="11" rx="3" />
    <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M9 21h6" />
  </Icon>
);

export const MicrophoneOffIcon = () => (
  <Icon>
    <path d="M15 10V6a3 3 0 0 0-5.7-1.3M9 9.5V11a3 3 0 0 0 4.6 2.5M5.5 11.5a6.5 6.5 0 0 0 10.2 5.3M18.5 11.5a6.4 6.4 0 0 1-.6 2.7M12 18v3M9 21h6M4 3.5l16 17" />
  </Icon>
);

export const CameraIcon = () => (
  <Icon>
    <rect x="3" y="6.5" width="12.5" height="11" rx="2.5" />
    <path d="m15.5 11 5.5-3.5v9L15.5 13" />
  </Icon>
);

export const CameraOffIcon = () => (
  <Icon>
    <path d="M9.5 6.5H13a2.5 2.5 0 0 1 2.5 2.5v2l5.5-3.5v9l-2.5-1.6M15.5 15.5A2.5 2.5 0 0 1 13 17.5H5.5A2.5 2.5 0 0 1 3 15V9c0-1.2.8-2.2 1.9-2.4M3.5 3.5l17 17" />
  </Icon>
);

export const ScreenIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="18" height="12.5" rx="2" />
    <path d="M12 14V8M9.5 10.2 12 7.7l2.5 2.5M8.5 20.5h7" />
  </Icon>
);

export const ScreenStopIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="18" height="12.5" rx="2" />
    <path d="m10 8.7 4 4M14 8.7l-4 4M8.5 20.5h7" />
  </Icon>
);

export const LeaveIcon = () => (
  <Icon>
    <path d="M14 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7M10.5 12H21M17.5 8.5 21 12l-3.5 3.5" />
  </Icon>
);

export const ChatIcon = () => (
  <Icon>
    <path d="M20.5 11.5a7.5 7.5 0 0 1-11 6.6L4 19.5l1.4-4.7a7.5 7.5 0 1 1 15.1-3.3Z" />
    <path d="M9 11.5h.01M12.5 11.5h.01M16 11.5h.01" />
  </Icon>
);

export const PeopleIcon = () => (
  <Icon>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 14.3A6.5 6.5 0 0 1 21.5 20" />
  </Icon>
);

export const GridIcon = () => (
  <Icon>
    <rect x="3.5" y="4.5" width="7" height="6.5" rx="1.5" />
    <rect x="13.5" y="4.5" width="7" height="6.5" rx="1.5" />
    <rect x="3.5" y="14" width="7" height="6.5" rx="1.5" />
    <rect x="13.5" y="14" width="7" height="6.5" rx="1.5" />
  </Icon>
);

export const SpeakerViewIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="12" height="15" rx="2" />
    <path d="M18.5 5.5h2.5M18.5 12h2.5M18.5 18.5h2.5" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M4 7h9M17.5 7H20M4 17h2.5M11 17h9" />
    <circle cx="15.2" cy="7" r="2.2" />
    <circle cx="8.7" cy="17" r="2.2" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
);

export const SoundIcon = () => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6" />
  </Icon>
);

export const PreviousIcon = () => (
  <Icon>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
);

export const NextIcon = () => (
  <Icon>
    <path d="m9.5 6 6 6-6 6" />
  </Icon>
);

export const HandIcon = () => (
  <Icon>
    <path d="M7.5 12V6.2a1.4 1.4 0 0 1 2.8 0V11M10.3 10.5V4.4a1.4 1.4 0 0 1 2.8 0v6M13.1 10.5V5.4a1.4 1.4 0 0 1 2.8 0V12M15.9 9.2a1.4 1.4 0 0 1 2.8 0v5.3A6.5 6.5 0 0 1 12.2 21c-2.4 0-3.9-1-5-2.9l-2.9-4.8a1.4 1.4 0 0 1 2.4-1.5l1.3 1.9" />
  </Icon>
);

export const ReactionIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M8.3 14a4.3 4.3 0 0 0 7.4 0M9 9.5h.01M15 9.5h.01" />
  </Icon>
);

export const EndIcon = () => (
  <Icon>
    <path d="M12 3.5v8M7.2 6.3a8 8 0 1 0 9.6 0" />
  </Icon>
);

export const RemoveIcon = () => (
  <Icon>
    <circle cx="9.5" cy="8" r="3.5" />
    <path d="M3 20a6.5 6.5 0 0 1 11.5-4.1M16 16l5 5M21 16l-5 5" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />
  </Icon>
);

/** Signal bars; `bars` of the three are filled. */
export const SignalIcon = ({ bars }: { bars: 0 | 1 | 2 | 3 }) => (
  <Icon>
    {[5, 12, 19].map((x, bar) => (
      <path key={x} d={`M${x} 20V${15 - bar * 5}`} strokeWidth="4" opacity={bar < bars ? 1 : 0.3} />
    ))}
  </Icon>
);
