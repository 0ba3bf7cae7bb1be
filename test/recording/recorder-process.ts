import { scriptedCapture } from '../setup/scripted-capture.ts';
import { startTestRecorder } from '../setup/test-recorder.ts';

/* A recorder in a process of its own, to be killed: its settings are the argument, as JSON. */

const settings = JSON.parse(process.argv[2] ?? '{}');
const capture = scriptedCapture(settings.acts);
await startTestRecorder({ ...settings, startCapture: capture });
setInterval(() => process.stdout.write(`${capture.taken}\n`), 20);
