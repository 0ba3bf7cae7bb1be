import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';
import { count, Time } from '../../kit/figures.tsx';
import { AdministeredMenu } from './administered-menu.tsx';

export type Administered = Answer<'listOrganisations'>['data'][number];

export function OrganisationsTable({ organisations }: { organisations: readonly Administered[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Organisation</th>
          <th>Plan</th>
          <th className="number">Open halls</th>
          <th className="number">Members</th>
          <th className="number">Created</th>
          <th className="end">
            <span className="visually-hidden">Acts</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {organisations.map((organisation) => (
          <tr key={organisation.id}>
            <td>
              <div>
                <span className="table-main">{organisation.name}</span>{' '}
                {organisation.suspended_at !== null && <Badge tone="danger">Suspended</Badge>}
                <span className="table-sub">{organisation.suspended_reason ?? organisation.id}</span>
              </div>
            </td>
            <td data-label="Plan">
              <span>
                {organisation.plan}
                {Object.values(organisation.own_limits).some((limit) => limit !== null) && (
                  <span className="soft"> with own limits</span>
                )}
              </span>
            </td>
            <td className="number" data-label="Open halls">
              {count(organisation.open_halls)}
            </td>
            <td className="number" data-label="Members">
              {count(organisation.members)}
            </td>
            <td className="number" data-label="Created">
              <Time at={organisation.created_at} />
            </td>
            <td className="end">
              <AdministeredMenu organisation={organisation} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
