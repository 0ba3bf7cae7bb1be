import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../../config.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../output.ts';
import { forwardEvent, isSecret, newSecret } from './forward-event.ts';
import { readStream, type StreamedEvent } from './read-stream.ts';

type ListenOptions = { key?: string; url?: string; forward?: string; secret?: string };

/** Beside the events, which alone go to standard output. */
const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const httpUrl = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('Give an address that begins with http:// or https://.');
  return text.replace(/\/+$/, '');
};

const webhookSecret = (text: string): string => {
  if (!isSecret(text)) throw new InvalidArgumentError('Give whsec_ and 24 to 64 bytes in base64, or leave it out.');
  return text;
};

const lineOf = ({ id, type, json }: StreamedEvent): string => {
  const { created_at: time, data } = JSON.parse(json) as { created_at: string; data: { hall?: { id: string } } };
  return [time, type.padEnd('recording.completed'.length), data.hall?.id ?? '', id].join('  ');
};

const forwarder = ({ forward, secret }: ListenOptions): ((event: StreamedEvent) => Promise<string>) | undefined => {
  if (forward === undefined) return undefined;
  if (secret !== undefined) return forwardEvent(forward, secret);
  const made = newSecret();
  note(`Signing with ${made}`);
  return forwardEvent(forward, made);
};

const listen = async (output: Output, options: ListenOptions): Promise<void> => {
  const config = readConfig(process.env);
  const key = options.key ?? config.HALL_API_KEY;
  if (key === undefined) throw new CommandError('Give an API key: --key hall_live_… or HALL_API_KEY.');
  const url = options.url ?? config.baseUrl;
  const forward = forwarder(options);
  const events = readStream({
    url,
    key,
    onConnected: () => note(`Listening to ${url}`),
    onLost: (reason) => note(`Lost ${url}: ${reason}. Trying again`),
  });
  for await (const event of events) {
    output.result(JSON.parse(event.json), lineOf(event));
    if (forward !== undefined) note(`  ${event.id} forwarded: ${await forward(event)}`);
  }
};

export const listenCommand = (program: Command, output: () => Output): void => {
  program
    .command('listen')
    .description(
      "print an organisation's events as they come, and forward them, signed as webhooks are, to a server of yours",
    )
    .option('--key <key>', 'an API key of the organisation; else HALL_API_KEY')
    .option('--url <url>', 'where Hall is; else BASE_URL, or HOST and PORT', httpUrl)
    .option('--forward <url>', 'where each event is sent to by POST', httpUrl)
    .option('--secret <secret>', 'whsec_… to sign with; else one is made and printed', webhookSecret)
    .action((options: ListenOptions) => listen(output(), options));
};
