import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery } from '../../schemas.ts';
import { Key, type ListKeys } from '../change-keys.ts';

export const listKeysRoute = (listKeys: ListKeys) =>
  route({
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    tag: 'API keys',
    summary: 'List the API keys',
    description: 'Newest first, revoked ones too.',
    query: Type.Object(pageQuery, { additionalProperties: false }),
    answers: { 200: Page(Key) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listKeys(caller.organisationId, query)),
  });
