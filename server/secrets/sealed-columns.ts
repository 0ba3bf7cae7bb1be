import type { Tables } from '../database/tables.ts';
import { answerContext } from '../http/idempotency/answer-context.ts';
import { storageSecretContext } from '../organisations/storage/seal-secret.ts';
import { webhookSecretContext } from '../webhooks/endpoints/webhook-secret.ts';

/** A column whose values are sealed, the key of its rows, and what each value is bound to. */
export type SealedColumn = {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly column: string;
  contextOf(key: readonly string[]): string;
};

const ofWebhook = (column: 'secret' | 'previous_secret'): SealedColumn => ({
  table: 'webhooks',
  key: ['id'],
  column,
  contextOf: ([webhookId = '']) => webhookSecretContext(webhookId),
});

/** Every sealed column of the database: what is not named here cannot be opened after the key was changed. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'idempotent_requests',
    key: ['organisation_id', 'key'],
    column: 'body',
    contextOf: ([organisationId = '', key = '']) => answerContext(organisationId, key),
  },
  ofWebhook('secret'),
  ofWebhook('previous_secret'),
  {
    table: 'storage_settings',
    key: ['organisation_id'],
    column: 'secret_access_key',
    contextOf: ([organisationId = '']) => storageSecretContext(organisationId),
  },
];
