import type { ReactNode } from 'react';

/** An icon with a name, which shows as a tooltip on hover and focus together with its key. */
export function RoundButton({
  label,
  icon,
  onClick,
  shortcut,
  tone = 'plain',
  expanded,
  disabled = false,
  badge = 0,
  count,
  opens,
}: {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  shortcut?: string | undefined;
  tone?: 'plain' | 'off' | 'active' | 'danger';
  /** For a button that opens something: whether it is open. */
  expanded?: boolean;
  disabled?: boolean;
  /** News, which want to be noticed. */
  badge?: number;
  /** A plain number beside the icon. */
  count?: number;
  /** The id of a popover. */
  opens?: string;
}) {
  return (
    <button
      type="button"
      className={`round round-${tone}`}
      aria-label={badge > 0 ? `${label}, ${badge} new` : label}
      aria-expanded={expanded}
      aria-keyshortcuts={shortcut}
      data-tip={shortcut === undefined ? label : `${label} (${shortcut})`}
      // Not "disabled", which would take the focus away from whoever has just pressed the button on the keyboard.
      aria-disabled={disabled}
      popoverTarget={disabled ? undefined : opens}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
      {count !== undefined && (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      )}
      {badge > 0 && (
        <span className="badge" aria-hidden="true">
          {badge > 9 ? '9+' : badge}
        </span>
      )}
    </button>
  );
}
