import { Type } from 'typebox';
import { ok, route } from '../../../http/route.ts';
import { Page, pageQuery } from '../../../schemas.ts';
import type { ListWebhooks } from '../list-webhooks.ts';
import { Webhook } from '../present-webhook.ts';

export const listWebhooksRoute = (listWebhooks: ListWebhooks) =>
  route({
    method: 'GET',
    path: '/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List endpoints',
    description: 'Newest first. Follow next_cursor until it is null.',
    query: Type.Object(pageQuery, { additionalProperties: false }),
    answers: { 200: Page(Webhook) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listWebhooks(caller.organisationId, query)),
  });
