import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count, Time } from '../../kit/figures.tsx';
import { type Hall, HallState, nameOf } from './hall-words.tsx';

export function HallsTable({ halls, foot }: { halls: readonly Hall[]; foot?: ReactNode }) {
  return (
    <div className="card">
      <table className="table">
        <thead>
          <tr>
            <th>Hall</th>
            <th>State</th>
            <th className="number">Inside</th>
            <th className="number">Created</th>
          </tr>
        </thead>
        <tbody>
          {halls.map((hall) => (
            <tr key={hall.id}>
              <td>
                <div>
                  <Link to="/halls/$hallId" params={{ hallId: hall.id }} className="table-main">
                    {nameOf(hall)}
                  </Link>
                  <span className="table-sub">{hall.external_id ?? hall.id}</span>
                </div>
              </td>
              <td data-label="State">
                <HallState hall={hall} />
              </td>
              <td className="number" data-label="Inside">
                <span>
                  {count(hall.participant_count)} <span className="soft">of {count(hall.max_participants)}</span>
                </span>
              </td>
              <td className="number" data-label="Created">
                <Time at={hall.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {foot}
    </div>
  );
}
