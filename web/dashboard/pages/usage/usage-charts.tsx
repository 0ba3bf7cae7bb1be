import type { Answer } from '../../api/call.ts';
import { BarChart } from '../../kit/bar-chart.tsx';
import { count } from '../../kit/figures.tsx';

type Period = Answer<'getUsage'>['data'][number];

const minutes = (value: number): string => `${count(Math.round(value))} min`;

const refused = (period: Period): number => period.refused_requests + period.refused_create + period.refused_join;

/** What was used, as charts and, below them, as the numbers that they are drawn from. */
export function UsageCharts({ periods, caption }: { periods: readonly Period[]; caption: string }) {
  const bars = (value: (period: Period) => number) =>
    periods.map((period) => ({ label: period.period, value: value(period) }));
  return (
    <div className="stack">
      <div className="charts">
        <BarChart
          title="Time people were inside"
          bars={bars((period) => period.participant_minutes)}
          format={minutes}
        />
        <BarChart title="Time recorded" bars={bars((period) => period.recorded_minutes)} format={minutes} />
        <BarChart title="Halls created" bars={bars(({ halls }) => halls)} />
        <BarChart title="Requests" bars={bars(({ requests }) => requests)} />
        <BarChart title="Requests refused by a limit" bars={bars(refused)} />
      </div>
      <details className="card">
        <summary className="card-body">The numbers</summary>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th>Period</th>
              <th className="number">Inside</th>
              <th className="number">Recorded</th>
              <th className="number">Halls</th>
              <th className="number">Requests</th>
              <th className="number">Refused: requests</th>
              <th className="number">creating</th>
              <th className="number">joining</th>
            </tr>
          </thead>
          <tbody>
            {[...periods].reverse().map((period) => (
              <tr key={period.period}>
                <td>{period.period}</td>
                <td className="number" data-label="Inside">
                  {minutes(period.participant_minutes)}
                </td>
                <td className="number" data-label="Recorded">
                  {minutes(period.recorded_minutes)}
                </td>
                <td className="number" data-label="Halls">
                  {count(period.halls)}
                </td>
                <td className="number" data-label="Requests">
                  {count(period.requests)}
                </td>
                <td className="number" data-label="Refused requests">
                  {count(period.refused_requests)}
                </td>
                <td className="number" data-label="Refused creating">
                  {count(period.refused_create)}
                </td>
                <td className="number" data-label="Refused joining">
                  {count(period.refused_join)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
