import { hkdfSync } from 'node:crypto';

/** A key of this many bytes for one purpose, made from SECRET_KEY by HKDF-SHA-256 (RFC 5869): no two purposes share one. */
export const deriveKey = (secretKey: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `hall: ${purpose}`, bytes));
