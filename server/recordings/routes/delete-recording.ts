import { noContent, route } from '../../http/route.ts';
import type { DeleteRecording } from '../delete-recording.ts';
import { RecordingParams } from '../present-recording.ts';

export const deleteRecordingRoute = (deleteRecording: DeleteRecording) =>
  route({
    method: 'DELETE',
    path: '/recordings/:id',
    operationId: 'deleteRecording',
    tag: 'Recordings',
    summary: 'Delete a recording',
    description:
      'The object in the bucket and the recording itself. One that still runs is stopped, and what was recorded is discarded.',
    params: RecordingParams,
    answers: { 204: null },
    refuses: ['recording_not_found', 'storage_not_configured', 'storage_unavailable'],
    handle: async ({ caller, params }) => {
      await deleteRecording(caller.organisationId, params.id);
      return noContent();
    },
  });
