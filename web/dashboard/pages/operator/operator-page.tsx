import { Link, Outlet } from '@tanstack/react-router';
import { PageHead } from '../../kit/page-head.tsx';
import { useSession } from '../../shell/session.tsx';
import { Blank } from '../../states/blank.tsx';

const parts = [
  ['/operator', 'Installation'],
  ['/operator/organisations', 'Organisations'],
  ['/operator/plans', 'Plans'],
  ['/operator/people', 'People'],
] as const;

/** For who runs the installation: what stands around each of its parts. */
export function OperatorPage() {
  const { person } = useSession();
  if (!person.is_operator) {
    return <Blank title="You may not see this">Only who runs this installation sees the operator’s area.</Blank>;
  }
  return (
    <>
      <PageHead title="Operator" about="This installation, and everybody on it." />
      <div className="stack">
        <nav aria-label="Operator">
          <span className="segments">
            {parts.map(([to, label]) => (
              <Link key={to} to={to} className="segment" activeOptions={{ exact: true }}>
                {label}
              </Link>
            ))}
          </span>
        </nav>
        <Outlet />
      </div>
    </>
  );
}
