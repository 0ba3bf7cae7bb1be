import { Type } from 'typebox';
import { created, personRoute } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import { type IssueKey, NewKey } from '../change-keys.ts';

export const createKeyRoute = (issueKey: IssueKey) =>
  personRoute({
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    tag: 'API keys',
    summary: 'Make an API key',
    description: 'It opens at once and is shown this once.',
    body: Type.Object(
      { name: Text({ minLength: 1, maxLength: 128, description: 'What it is for.' }) },
      { additionalProperties: false },
    ),
    answers: { 201: NewKey },
    refuses: [],
    handle: async ({ by, caller, body }) => {
      const made = await issueKey(by, caller.organisationId, body.name);
      return created(made, `/v1/keys/${made.id}`);
    },
  });
