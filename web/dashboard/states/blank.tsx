import type { ReactNode } from 'react';
import './states.css';

/** What stands where there is nothing to show: why, and what to do about it. */
export function Blank({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="blank">
      {icon !== undefined && <div className="blank-icon">{icon}</div>}
      <h2>{title}</h2>
      {children !== undefined && <p className="soft">{children}</p>}
      {action !== undefined && <div className="actions">{action}</div>}
    </div>
  );
}
