import { created, ok, route } from '../../http/route.ts';
import { Recording } from '../../recordings/present-recording.ts';
import type { StartRecording } from '../../recordings/start-recording.ts';
import type { StopHallRecording } from '../../recordings/stop-recording.ts';
import { NoBody } from '../../schemas.ts';
import { hostOf } from '../guest-of.ts';
import { guestRefusals } from './guest-refusals.ts';

export const hostStartsRecordingRoute = (startRecording: StartRecording) =>
  route({
    method: 'POST',
    path: '/hall/recording',
    operationId: 'hostStartsRecording',
    tag: 'Room',
    summary: 'Record the hall, as a host',
    description: 'As starting a recording by the API.',
    body: NoBody,
    answers: { 201: Recording },
    refuses: [...guestRefusals, 'host_only', 'storage_not_configured', 'recording_runs', 'recorder_unavailable'],
    handle: async ({ caller }) => {
      const host = hostOf(caller);
      const body = await startRecording(host.organisation_id, host.hall_id, undefined);
      return created(body, `/v1/recordings/${body.id}`);
    },
  });

export const hostStopsRecordingRoute = (stopRecording: StopHallRecording) =>
  route({
    method: 'POST',
    path: '/hall/recording/stop',
    operationId: 'hostStopsRecording',
    tag: 'Room',
    summary: 'Stop recording the hall, as a host',
    description: 'As stopping a recording by the API.',
    body: NoBody,
    answers: { 200: Recording },
    refuses: [...guestRefusals, 'host_only', 'recording_not_found'],
    handle: async ({ caller }) => {
      const host = hostOf(caller);
      return ok(await stopRecording(host.organisation_id, host.hall_id));
    },
  });
