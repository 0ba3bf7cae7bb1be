import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronIcon } from '../kit/icons.tsx';
import { Menu, MenuItem } from '../kit/menu.tsx';
import { chooseOrganisation } from './chosen-organisation.ts';
import { useSession } from './session.tsx';

/** Which organisation the person acts for. Who is in one alone has nothing to choose. */
export function OrganisationMenu() {
  const { organisation, organisations } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  if (organisation === undefined) return null;
  const face = (
    <>
      <span className="organisation-letter" aria-hidden="true">
        {organisation.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="organisation-name">
        <span className="visually-hidden">Organisation: </span>
        {organisation.name}
        <small>{organisation.role}</small>
      </span>
    </>
  );
  if (organisations.length === 1) return <div className="organisation">{face}</div>;
  const choose = async (id: string) => {
    chooseOrganisation(id);
    await navigate({ to: '/' });
    // Nothing of the other organisation may be seen any more.
    await queries.resetQueries();
  };
  return (
    <Menu
      named
      label="Organisation"
      buttonClass="organisation"
      button={
        <>
          {face}
          <ChevronIcon />
        </>
      }
    >
      {organisations.map(({ id, name }) => (
        <MenuItem key={id} checked={id === organisation.id} onSelect={() => void choose(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
