import type { Answer } from '../../api/call.ts';
import { Time } from '../../kit/figures.tsx';
import { deedOf } from './deeds.ts';

type Entry = Answer<'listAuditLog'>['data'][number];

const detailsOf = (details: object): string =>
  Object.entries(details)
    .map(
      ([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');

export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>What</th>
          <th>Who</th>
          <th>From where</th>
          <th className="number">When</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <div>
                <span className="table-main">{deedOf(entry.action)}</span>
                <span className="table-sub">{detailsOf(entry.details)}</span>
                <span className="table-sub mono">{entry.target}</span>
              </div>
            </td>
            <td data-label="Who">{entry.person_email}</td>
            <td data-label="From where">
              <span className="mono">{entry.address}</span>
            </td>
            <td className="number" data-label="When">
              <Time at={entry.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
