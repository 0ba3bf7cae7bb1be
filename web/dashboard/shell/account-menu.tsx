import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/queries.ts';
import { ChevronIcon } from '../kit/icons.tsx';
import { Menu, MenuItem } from '../kit/menu.tsx';
import { useSession } from './session.tsx';
import { themes, useTheme } from './theme.ts';

const themeNames = { system: 'As on this device', light: 'Light', dark: 'Dark' };

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase();

/** Who is signed in, how the page looks, and the way out. */
export function AccountMenu() {
  const { person } = useSession();
  const [theme, chooseTheme] = useTheme();
  const signOut = useAct('signOut', []);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut.mutateAsync({});
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu
      named
      upwards
      label="Account"
      buttonClass="account"
      button={
        <>
          <span className="account-face" aria-hidden="true">
            {initialsOf(person.name)}
          </span>
          <span className="organisation-name">
            <span className="visually-hidden">Account: </span>
            {person.name}
            <small>{person.email}</small>
          </span>
          <ChevronIcon />
        </>
      }
    >
      <p className="menu-label" role="presentation">
        Appearance
      </p>
      {themes.map((one) => (
        <MenuItem key={one} checked={one === theme} onSelect={() => chooseTheme(one)}>
          {themeNames[one]}
        </MenuItem>
      ))}
      <hr />
      <MenuItem onSelect={() => void navigate({ to: '/account' })}>Your account</MenuItem>
      <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
    </Menu>
  );
}
