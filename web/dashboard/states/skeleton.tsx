import './states.css';

/** Takes the place of rows that are on their way, each as high as a row will be. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className="card" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="skeleton-row">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  );
}

/** Takes the place of something that will be so many pixels high. */
export function SkeletonBlock({ height }: { height: number }) {
  return <div className="skeleton skeleton-block" role="status" aria-label="Loading" style={{ height }} />;
}
