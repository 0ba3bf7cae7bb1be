import { HallParams } from '../../halls/present-hall.ts';
import { created, route } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { Recording } from '../present-recording.ts';
import type { StartRecording } from '../start-recording.ts';

export const startRecordingRoute = (startRecording: StartRecording) =>
  route({
    method: 'POST',
    path: '/halls/:id/recordings',
    operationId: 'startRecording',
    tag: 'Recordings',
    summary: 'Start a recording by hand',
    description:
      'Records an open hall from now on, until it is stopped, the last person leaves, or the hall ends. ' +
      'A hall that was created with record needs no such call.',
    params: HallParams,
    body: NoBody,
    answers: { 201: Recording },
    refuses: ['storage_not_configured', 'hall_closed', 'recording_runs', 'hall_not_found', 'recorder_unavailable'],
    handle: async ({ caller, params, attempt }) => {
      const body = await startRecording(caller.organisationId, params.id, attempt?.seed);
      return created(body, `/v1/recordings/${body.id}`);
    },
  });
