import type { Log } from './log.ts';

type Entry = { readonly level?: string; readonly msg?: string; readonly error?: string };

/** LiveKit writes an object a line, and plain text when it fails early. */
function parse(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Passes on what LiveKit writes, with all its fields. */
export function livekitLog(log: Log): (line: string) => void {
  return (line) => {
    const entry = parse(line);
    const level = entry?.level === 'error' || entry?.level === 'warn' ? entry.level : 'info';
    log[level](
      { part: 'livekit', ...(entry === undefined ? {} : { livekit: entry }) },
      `LiveKit: ${livekitWords(line)}`,
    );
  };
}

/** What a line says to a person. */
export function livekitWords(line: string): string {
  const { msg = line, error } = parse(line) ?? {};
  return error === undefined ? msg : `${msg}: ${error}`;
}
