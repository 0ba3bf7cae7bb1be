import { ok, route } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { Recording, RecordingParams } from '../present-recording.ts';
import type { StopRecording } from '../stop-recording.ts';

export const stopRecordingRoute = (stopRecording: StopRecording) =>
  route({
    method: 'POST',
    path: '/recordings/:id/stop',
    operationId: 'stopRecording',
    tag: 'Recordings',
    summary: 'Stop a recording',
    description: 'It ends within a second or two and is then uploaded. Stopping one that has ended is no error.',
    params: RecordingParams,
    body: NoBody,
    answers: { 200: Recording },
    refuses: ['recording_not_found'],
    handle: async ({ caller, params }) => ok(await stopRecording(caller.organisationId, params.id)),
  });
