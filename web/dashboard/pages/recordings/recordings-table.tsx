import { Link } from '@tanstack/react-router';
import { duration, Time } from '../../kit/figures.tsx';
import { RecordingActs } from './recording-acts.tsx';
import { bytes, type Recording, RecordingState } from './recording-words.tsx';

const about = ({ failure, width, height, size_bytes }: Recording): string => {
  if (failure !== null) return failure;
  const parts = [
    width === null || height === null ? undefined : `${width} × ${height}`,
    size_bytes === null ? undefined : bytes(size_bytes),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
};

export function RecordingsTable({ recordings }: { recordings: readonly Recording[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Recording</th>
          <th>State</th>
          <th className="number">Length</th>
          <th className="number">Began</th>
          <th className="end">
            <span className="visually-hidden">Acts</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {recordings.map((recording) => (
          <tr key={recording.id}>
            <td>
              <div>
                <Link to="/halls/$hallId" params={{ hallId: recording.hall_id }} className="table-main mono">
                  {recording.hall_id}
                </Link>
                <span className="table-sub">{about(recording)}</span>
              </div>
            </td>
            <td data-label="State">
              <RecordingState recording={recording} />
            </td>
            <td className="number" data-label="Length">
              {recording.duration_seconds === null ? '–' : duration(recording.duration_seconds)}
            </td>
            <td className="number" data-label="Began">
              <Time at={recording.started_at} />
            </td>
            <td className="end">
              <RecordingActs recording={recording} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
