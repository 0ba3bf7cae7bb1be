import { Type } from 'typebox';

/** The schema of an answer that is a CSV file. */
export const CsvFile = (description: string) => Type.String({ 'x-mediaType': 'text/csv', description });

/** Spreadsheets run a cell that begins so as a formula; behind an apostrophe it is text. */
const asText = (cell: string): string =>
  /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Lines of RFC 4180, the head first. */
export const csv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map((row) => `${row.map((cell) => quoted(asText(String(cell)))).join(',')}\r\n`).join('');

export const csvFile = (name: string, text: string) => ({
  status: 200,
  body: text,
  file: { name, type: 'text/csv; charset=utf-8' },
});
