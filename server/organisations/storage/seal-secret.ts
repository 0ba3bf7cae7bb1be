import type { Seal } from '../../sealed.ts';

/** Encrypts an organisation's secret access key for the table storage_settings; moved to another organisation it does not open. */
export type SecretSeal = {
  close(organisationId: string, secret: string): Buffer;
  open(organisationId: string, sealed: Buffer): string;
};

const contextOf = (organisationId: string): string => `storage_settings ${organisationId}`;

export const sealSecrets = (seal: Seal): SecretSeal => ({
  close: (organisationId, secret) => seal.close(secret, contextOf(organisationId)),
  open: (organisationId, sealed) => seal.open(sealed, contextOf(organisationId)),
});
