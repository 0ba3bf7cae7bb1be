import { startCapture } from '../../server/recorder/capture/start-capture.ts';

/** Records until it is killed; says so once it does. Arguments: the browser, LiveKit's address, the recorder's token. */
const [chromiumPath = '', serverUrl = '', token = ''] = process.argv.slice(2);
await startCapture(chromiumPath)({
  serverUrl,
  token,
  title: null,
  layout: 'grid',
  signal: new AbortController().signal,
  onFragment: async () => {},
});
process.stdout.write('recording\n');
