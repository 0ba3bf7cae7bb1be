import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { MenuIcon } from '../kit/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { OrganisationMenu } from './organisation-menu.tsx';
import { useSession } from './session.tsx';

/** In place of the sidebar on phones: its content lies behind a button. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const { organisation } = useSession();
  return (
    <header className="top-bar">
      <Link to="/" aria-label="Hall, overview">
        <Mark />
      </Link>
      <span className="top-bar-name">{organisation?.name}</span>
      <button type="button" className="icon-button" aria-label="Menu" onClick={() => setOpen(true)}>
        <MenuIcon />
      </button>
      {open && (
        <Dialog title="Menu" onClose={() => setOpen(false)}>
          <div className="top-bar-menu">
            <OrganisationMenu />
            <Navigation onGo={() => setOpen(false)} />
            <AccountMenu />
          </div>
        </Dialog>
      )}
    </header>
  );
}
