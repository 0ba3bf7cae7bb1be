import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { deriveKey } from '../derive-key.ts';

/** What signs the cookies and encrypts the second factors' secrets: made from SECRET_KEY, as the sealed columns' key is. */
export type VersionedSecret = { readonly version: number; readonly value: string };

const versioned = (secretKey: string): VersionedSecret => ({
  // Not a count: instances that are started one after the other with keys exchanged must agree on which is which.
  version: deriveKey(secretKey, 'people who sign in, id', 4).readUInt32BE(),
  value: deriveKey(secretKey, 'people who sign in', 32).toString('base64'),
});

export type SigningSecrets = readonly [VersionedSecret, ...VersionedSecret[]];

/** The first one signs and encrypts, all decrypt. A session that began under the previous one goes on. */
export const signingSecrets = (secretKey: string, previous?: string): SigningSecrets =>
  previous === undefined ? [versioned(secretKey)] : [versioned(secretKey), versioned(previous)];

/** What every second factor that is encrypted now begins with. */
export const secondFactorMark = ([present]: SigningSecrets): string => `$ba$${present.version}$`;

/** The same secret, encrypted with the first one. Throws for one that none of them decrypts. */
export const renewSecondFactor = (secrets: SigningSecrets) => {
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0].version,
  };
  return async (encrypted: string): Promise<string> =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: encrypted }) });
};
