/** How a command tells its result: JSON for programs with --json, lines for people otherwise. */
export type Output = {
  readonly json: boolean;
  /** The result of the command: `value` for programs, `text` for people. */
  result(value: unknown, text: string): void;
};

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const output = (json: boolean): Output => ({
  json,
  result: (value, text) => print(json ? JSON.stringify(value) : text),
});

/** Rows in columns, each as wide as its widest cell. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
