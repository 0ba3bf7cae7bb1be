import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Nullable, Time } from '../../schemas.ts';
import type { DownloadRecording } from '../download-recording.ts';
import { RecordingParams } from '../present-recording.ts';

const Download = Type.Object({
  url: Type.String({ description: 'Plays in a browser and seeks; anybody who has it may fetch the file.' }),
  expires_at: Time('Until when the URLs work.'),
  poster_url: Nullable(Type.String({ description: 'A picture of the recording, JPEG.' })),
});

const DownloadQuery = Type.Object(
  {
    ttl_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 43_200, default: 3_600, description: 'How long the URLs work.' }),
    ),
  },
  { additionalProperties: false },
);

export const downloadRecordingRoute = (downloadRecording: DownloadRecording) =>
  route({
    method: 'GET',
    path: '/recordings/:id/download',
    operationId: 'downloadRecording',
    tag: 'Recordings',
    summary: 'A URL to play or download a recording',
    description: 'The URL leads to your bucket and not through this API.',
    params: RecordingParams,
    query: DownloadQuery,
    answers: { 200: Download },
    refuses: ['recording_not_found', 'recording_not_ready', 'storage_not_configured'],
    handle: async ({ caller, params, query }) => ok(await downloadRecording(caller.organisationId, params.id, query)),
  });
