import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** Encrypts what must not be readable in the database or its backups. */
export type Seal = {
  /** What every text that is closed now begins with: the form's version and the id of the key. */
  readonly mark: Buffer;
  /** `context` is bound to the ciphertext: moved to another row, it does not open. */
  close(plain: string, context: string): Buffer;
  /** Throws when the ciphertext was changed, moved, or made with a key that is not known. */
  open(sealed: Buffer, context: string): string;
  /** The same text under the present key, for one that was closed under the previous one. Throws as `open` does. */
  renew(sealed: Buffer, context: string): Buffer;
};

type MasterKey = { readonly id: Buffer; readonly key: Buffer };

/** Version 1, which closed a text under the master key itself, is opened and no longer made. */
const [direct, envelope] = [1, 2] as const;
const idBytes = 4;
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const boxBytes = nonceBytes + tagBytes;
const headBytes = 1 + idBytes;
const wrappedBytes = boxBytes + keyBytes;

/** The key's id tells nothing of the key: each is derived for a purpose of its own. */
const masterKey = (secretKey: string): MasterKey => ({
  id: deriveKey(secretKey, 'key id', idBytes),
  key: deriveKey(secretKey, 'sealed columns', keyBytes),
});

/** AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D): nonce, tag, ciphertext. */
const closeBox = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

const openBox = (key: Buffer, box: Buffer, context: string): Buffer => {
  // Without the length a shorter tag would do, which is guessed sooner.
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes), options)
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(nonceBytes, boxBytes));
  return Buffer.concat([decipher.update(box.subarray(boxBytes)), decipher.final()]);
};

/**
 * Closes under `secretKey`, and opens what was closed under `previous` too. Each text has a key of its own, which alone is
 * closed under the master key (an envelope): version, id of the master key, the text's key, the text.
 */
export const sealWith = (secretKey: string, previous?: string): Seal => {
  const present = masterKey(secretKey);
  const known = previous === undefined ? [present] : [present, masterKey(previous)];
  const mark = Buffer.concat([Buffer.from([envelope]), present.id]);
  const put = (key: Buffer, box: Buffer, context: string): Buffer =>
    Buffer.concat([mark, closeBox(present.key, key, context), box]);

  const close = (plain: string, context: string): Buffer => {
    const key = randomBytes(keyBytes);
    return put(key, closeBox(key, Buffer.from(plain), context), context);
  };

  const takeKey = (sealed: Buffer, context: string): Buffer => {
    const master = known.find(({ id }) => id.equals(sealed.subarray(1, headBytes)));
    if (master === undefined) throw new Error('sealed with a key that is neither SECRET_KEY nor SECRET_KEY_PREVIOUS');
    return openBox(master.key, sealed.subarray(headBytes, headBytes + wrappedBytes), context);
  };

  const openDirect = (sealed: Buffer, context: string): string => {
    const opened = known.flatMap(({ key }) => {
      try {
        return [openBox(key, sealed.subarray(1), context).toString()];
      } catch {
        return [];
      }
    });
    return opened[0] ?? unopened();
  };

  const open = (sealed: Buffer, context: string): string => {
    if (sealed[0] === direct) return openDirect(sealed, context);
    if (sealed[0] !== envelope) throw new Error('sealed with an unknown version');
    return openBox(takeKey(sealed, context), sealed.subarray(headBytes + wrappedBytes), context).toString();
  };

  return {
    mark,
    close,
    open,
    renew: (sealed, context) =>
      sealed[0] === envelope
        ? put(takeKey(sealed, context), sealed.subarray(headBytes + wrappedBytes), context)
        : close(open(sealed, context), context),
  };
};

const unopened = (): never => {
  throw new Error('sealed with another key, or changed');
};
