import { ok, route } from '../../http/route.ts';
import type { GetRecording } from '../get-recording.ts';
import { Recording, RecordingParams } from '../present-recording.ts';

export const getRecordingRoute = (getRecording: GetRecording) =>
  route({
    method: 'GET',
    path: '/recordings/:id',
    operationId: 'getRecording',
    tag: 'Recordings',
    summary: 'Read a recording',
    description: 'Its state, and once it is completed where it is, how long and how large.',
    params: RecordingParams,
    answers: { 200: Recording },
    refuses: ['recording_not_found'],
    handle: async ({ caller, params }) => ok(await getRecording(caller.organisationId, params.id)),
  });
