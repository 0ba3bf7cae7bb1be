import { useId } from 'react';
import './bar-chart.css';
import { count } from './figures.tsx';

const height = 120;
const gap = 2;

/** A bar for each period. The table of the same numbers stands beside it for those who do not see it. */
export function BarChart({
  title,
  bars,
  format = count,
}: {
  title: string;
  bars: readonly { readonly label: string; readonly value: number }[];
  format?: (value: number) => string;
}) {
  const id = useId();
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const width = bars.length * 10;
  return (
    <figure className="card card-body chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span className="soft small">{title}</span>
        <strong className="chart-total">{format(total)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, at) => {
          const tall = most === 0 ? 0 : Math.max((value / most) * height, value > 0 ? 2 : 0);
          return (
            <g key={label}>
              <title>{`${label}: ${format(value)}`}</title>
              <rect className="chart-space" x={at * 10} y="0" width="10" height={height} />
              <rect className="chart-bar" x={at * 10 + gap / 2} y={height - tall} width={10 - gap} height={tall} />
            </g>
          );
        })}
      </svg>
      <p className="chart-ends soft small">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </figure>
  );
}
