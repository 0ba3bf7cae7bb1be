import { Link } from '@tanstack/react-router';
import { AccountMenu } from './account-menu.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { OrganisationMenu } from './organisation-menu.tsx';

/** Beside the page, where there is room. */
export function Sidebar() {
  return (
    <div className="sidebar">
      <Link to="/" className="sidebar-mark" aria-label="Hall, overview">
        <Mark />
      </Link>
      <OrganisationMenu />
      <Navigation />
      <AccountMenu />
    </div>
  );
}
