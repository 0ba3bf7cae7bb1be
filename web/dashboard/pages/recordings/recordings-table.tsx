import type { ReactNode } from 'react';
import { bytes, Time } from '../../kit/figures.tsx';
import { HallName } from './hall-name.tsx';
import { RecordingActions } from './recording-actions.tsx';
import { lengthOf, type Recording, RecordingState } from './recording-words.tsx';

/** `named` is left out on the page of the hall itself. */
export function RecordingsTable({
  recordings,
  named = true,
  foot,
}: {
  recordings: readonly Recording[];
  named?: boolean;
  foot?: ReactNode;
}) {
  return (
    <>
      <table className="table" aria-label="Recordings">
        <thead>
          <tr>
            <th>{named ? 'Hall' : 'Began'}</th>
            <th>State</th>
            <th className="number">Length</th>
            <th className="number">Size</th>
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
                  {named && <HallName hallId={recording.hall_id} />}
                  <span className={named ? 'table-sub' : 'table-main'}>
                    <Time at={recording.started_at} none="Not begun" />
                  </span>
                </div>
              </td>
              <td data-label="State">
                <RecordingState recording={recording} />
              </td>
              <td className="number" data-label="Length">
                {lengthOf(recording)}
              </td>
              <td className="number" data-label="Size">
                {recording.size_bytes === null ? '–' : bytes(recording.size_bytes)}
              </td>
              <td className="end">
                <RecordingActions recording={recording} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {foot}
    </>
  );
}
