import type { Tables } from '../database/tables.ts';
import { answerContext } from '../http/idempotency/answer-context.ts';
import { storageSecretContext } from '../organisations/storage/seal-secret.ts';
import { renewSecondFactor, type SigningSecrets, secondFactorMark } from '../people/second-factor-secrets.ts';
import type { Seal } from '../sealed.ts';
import { webhookSecretContext } from '../webhooks/endpoints/webhook-secret.ts';

/** A column whose values are encrypted. `key`: of its rows. `mark`: what a value begins with that has the present key. */
export type SecretColumn = {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly column: string;
  readonly mark: Buffer | string;
  /** The same value under the present key. Throws for one that no known key opens. */
  renew(value: Buffer | string, key: readonly string[]): Promise<Buffer | string>;
};

type Sealed = Pick<SecretColumn, 'table' | 'key' | 'column'> & {
  /** What each value is bound to. */
  contextOf(key: readonly string[]): string;
};

const ofWebhook = (column: 'secret' | 'previous_secret'): Sealed => ({
  table: 'webhooks',
  key: ['id'],
  column,
  contextOf: ([webhookId = '']) => webhookSecretContext(webhookId),
});

const sealedColumns: readonly Sealed[] = [
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

/** Every encrypted column of the database: what is not among them cannot be read after the key was changed. */
export const secretColumns = (seal: Seal, secrets: SigningSecrets): readonly SecretColumn[] => {
  const renewFactor = renewSecondFactor(secrets);
  return [
    ...sealedColumns.map(
      ({ contextOf, ...place }): SecretColumn => ({
        ...place,
        mark: seal.mark,
        renew: async (value, key) => seal.renew(Buffer.from(value), contextOf(key)),
      }),
    ),
    ...['secret', 'recovery_codes'].map(
      (column): SecretColumn => ({
        table: 'two_factors',
        key: ['id'],
        column,
        mark: secondFactorMark(secrets),
        renew: (value) => renewFactor(String(value)),
      }),
    ),
  ];
};
