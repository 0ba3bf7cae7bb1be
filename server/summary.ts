import { styleText } from 'node:util';
import type { Config } from './config.ts';
import type { Ground } from './embedded/provide.ts';

const wide = 15;

/** What the start ends with: where everything is, and on the first start a key, a call to try, and the way into the dashboard. */
export const summary = (facts: {
  config: Config;
  version: string;
  ground: Ground;
  first: { name: string; key: string } | undefined;
  /** The link for the first operator; undefined when there is one. */
  setUp: string | undefined;
}): string => {
  const { config, version, ground, first, setUp } = facts;
  const { baseUrl } = config;
  const strong = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const soft = (text: string): string => styleText('dim', text, { stream: process.stdout });
  const line = (name: string, value: string): string => `  ${soft(name.padEnd(wide))}${value}`;
  const { livekit } = ground;
  const media =
    livekit.from === 'nowhere'
      ? `none: creating a hall answers 502 until there is one. ${livekit.reason}`
      : `${livekit.publicUrl}${livekit.from === 'embedded' ? ' (embedded LiveKit)' : ''}`;
  const lines = [
    '',
    `  ${strong(`Hall ${version} is ready`)}`,
    '',
    line('API', `${baseUrl}/v1`),
    line('Documentation', `${baseUrl}/docs/`),
    line('Status', config.statusUrl),
    line('Media', media),
    line('Data', ground.databaseFrom === 'embedded' ? config.DATA_DIR : 'DATABASE_URL'),
  ];
  if (first !== undefined) {
    lines.push(
      '',
      `  ${strong('Your first API key')}, shown this once:`,
      '',
      `  ${first.key}`,
      '',
      '  Create a hall:',
      '',
      `  curl -X POST ${baseUrl}/v1/halls \\`,
      `    -H 'Authorization: Bearer ${first.key}' \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '{"name": "My first hall"}'`,
    );
  }
  if (setUp !== undefined) {
    lines.push('', `  ${strong('Set up the dashboard')}, with this link, within a day and once:`, '', `  ${setUp}`);
  }
  return `${lines.join('\n')}\n`;
};
