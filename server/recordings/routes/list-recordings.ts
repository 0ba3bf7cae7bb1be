import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Choice, Page, pageQuery } from '../../schemas.ts';
import type { ListRecordings } from '../list-recordings.ts';
import { Recording, recordingStatuses } from '../present-recording.ts';

const RecordingQuery = Type.Object(
  {
    hall_id: Type.Optional(Type.String({ description: 'Only recordings of this hall.' })),
    status: Type.Optional(Choice(recordingStatuses, { description: 'Only recordings in this state.' })),
    ...pageQuery,
  },
  { additionalProperties: false },
);

export const listRecordingsRoute = (listRecordings: ListRecordings) =>
  route({
    method: 'GET',
    path: '/recordings',
    operationId: 'listRecordings',
    tag: 'Recordings',
    summary: 'List recordings',
    description: 'Newest first, those of deleted halls too. Follow next_cursor until it is null.',
    query: RecordingQuery,
    answers: { 200: Page(Recording) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listRecordings(caller.organisationId, query)),
  });
