import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in the database or its backups. */
export type Seal = {
  /** `context` is bound to the ciphertext: moved to another row, it does not open. */
  close(plain: string, context: string): Buffer;
  /** Throws when the ciphertext was changed, moved, or made with another key. */
  open(sealed: Buffer, context: string): string;
};

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D), the key derived from SECRET_KEY by HKDF-SHA-256 (RFC 5869). */
export const sealWith = (secretKey: string): Seal => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'hall: sealed columns', 32));
  return {
    close: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]);
    },
    open: (sealed, context) => {
      if (sealed[0] !== version) throw new Error('sealed with an unknown version');
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      // Without the length a shorter tag would do, which is guessed sooner.
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return decipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
};
