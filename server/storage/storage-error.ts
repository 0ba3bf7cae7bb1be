/** Why object storage did not do what was asked, as far as it can be told from outside. */
const sentences = {
  unresolved: "The endpoint's host name cannot be resolved.",
  refused: 'The endpoint does not accept connections.',
  silent: 'The endpoint did not answer in time.',
  tls: "The endpoint's TLS certificate is not trusted, or it speaks no TLS at that address.",
  no_bucket: 'There is no such bucket at this endpoint.',
  access_denied: 'Access denied: the key may not read, write and delete in this bucket.',
  wrong_key: 'The access key id is not known to the endpoint.',
  wrong_secret: 'The secret access key does not belong to the access key id.',
  wrong_region: 'The bucket is in another region, or the endpoint expects another region name.',
  clock: 'The clocks of Hall and of the endpoint differ by too much.',
  full: 'The storage is full, or a quota is used up.',
  upload_gone: 'The endpoint does not know the upload that was begun.',
  no_object: 'There is no such object in the bucket.',
  not_storage: 'What answers at the endpoint does not speak S3.',
  failing: 'The endpoint answers with errors of its own.',
  other: 'The endpoint refused the request.',
} as const;

export type StorageFault = keyof typeof sentences;

/** Faults that pass by themselves; every other one waits for somebody to mend settings, keys or the bucket. */
const passing: readonly StorageFault[] = ['unresolved', 'refused', 'silent', 'failing'];

/**
 * The endpoint's own words go to the cause and so to the log alone: an endpoint may be any server that Hall reaches, and what
 * it answers must not be readable through Hall.
 */
export class StorageError extends Error {
  readonly fault: StorageFault;
  constructor(fault: StorageFault, cause: unknown) {
    super(sentences[fault], { cause });
    this.fault = fault;
  }
  get passes(): boolean {
    return passing.includes(this.fault);
  }
}

const byName: Readonly<Record<string, StorageFault>> = {
  NoSuchBucket: 'no_bucket',
  InvalidBucketName: 'no_bucket',
  AccessDenied: 'access_denied',
  AllAccessDisabled: 'access_denied',
  AccountProblem: 'access_denied',
  InvalidAccessKeyId: 'wrong_key',
  XAdminUserNotFound: 'wrong_key',
  SignatureDoesNotMatch: 'wrong_secret',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
  AuthorizationHeaderMalformed: 'wrong_region',
  PermanentRedirect: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
  NoSuchUpload: 'upload_gone',
  NoSuchKey: 'no_object',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InsufficientStorage: 'full',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  EPIPE: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'silent',
  TimeoutError: 'silent',
  AbortError: 'silent',
  EPROTO: 'tls',
};

const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

const wordsOf = (error: unknown): string[] =>
  typeof error !== 'object' || error === null
    ? []
    : ['name', 'Code', 'code'].flatMap((field) => {
        const word = (error as Record<string, unknown>)[field];
        return typeof word === 'string' ? [word] : [];
      });

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

const faultOf = (error: unknown): StorageFault => {
  const words = [...wordsOf(error), ...wordsOf(error instanceof Error ? error.cause : undefined)];
  const known = words.map((word) => byName[word]).find((fault) => fault !== undefined);
  if (known !== undefined) return known;
  if (words.some((word) => tlsCode.test(word))) return 'tls';
  const status = statusOf(error);
  // An answer to HEAD has no body that could name the fault.
  if (status === 403 || status === 401) return 'access_denied';
  if (status === 404) return 'no_object';
  if (status === 301 || status === 307) return 'wrong_region';
  if (status === 507) return 'full';
  if (status === undefined || status < 300) return 'not_storage';
  return status >= 500 || status === 429 ? 'failing' : 'other';
};

/** Any error of the S3 client as one of the faults above. */
export const storageError = (error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError(faultOf(error), error);
