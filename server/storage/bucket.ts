import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type StorageError, storageError } from './storage-error.ts';

/** Where objects lie, without the right to reach them. */
export type StoragePlace = {
  /** An http or https address. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** The bucket stands in the path, not in the host name. */
  readonly path_style: boolean;
};

export type StorageAccess = StoragePlace & { readonly access_key_id: string; readonly secret_access_key: string };

export type UploadedPart = { readonly number: number; readonly etag: string };

/** One bucket. Every call ends by itself and rejects with a StorageError. */
export type Bucket = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** An object that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Bytes of the object; undefined when there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  beginUpload(key: string, contentType: string): Promise<string>;
  /** Gives the part's ETag. */
  uploadPart(key: string, uploadId: string, number: number, bytes: Uint8Array): Promise<string>;
  /** Whether the endpoint knows the upload. */
  hasUpload(key: string, uploadId: string): Promise<boolean>;
  completeUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>;
  /** An upload that is not there is no error. */
  abortUpload(key: string, uploadId: string): Promise<void>;
  /** A URL with which anybody may read the object for so long. Made without asking the endpoint. */
  presign(key: string, options: { seconds: number; contentType: string; fileName: string }): Promise<string>;
  close(): void;
};

/** `signal` ends the calls that are under way. */
export type OpenBucket = (access: StorageAccess, signal?: AbortSignal) => Bucket;

const connectMilliseconds = 5_000;
/** For calls without much of a body. */
const callMilliseconds = 20_000;
/** Eight MiB at a quarter of a Mbit/s. */
const partMilliseconds = 300_000;

const clientOf = (access: StorageAccess): S3Client =>
  new S3Client({
    endpoint: access.endpoint,
    region: access.region,
    forcePathStyle: access.path_style,
    credentials: { accessKeyId: access.access_key_id, secretAccessKey: access.secret_access_key },
    // Not everything that speaks S3 knows the checksums that are newer than it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMilliseconds, socketTimeout: 60_000 },
  });

const isFault = (error: unknown, ...faults: StorageError['fault'][]): boolean =>
  faults.includes(storageError(error).fault);

const disposition = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, escape)}`;

const told = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw storageError(error);
  }
};

export const openBucket: OpenBucket = (access, signal) => {
  const client = clientOf(access);
  const ending = (milliseconds: number) => {
    const late = AbortSignal.timeout(milliseconds);
    return { abortSignal: signal === undefined ? late : AbortSignal.any([late, signal]) };
  };
  const Bucket = access.bucket;

  return {
    put: async (Key, Body, ContentType) => {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.length });
      await told(client.send(command, ending(partMilliseconds)));
    },
    get: async (Key) =>
      told(
        client
          .send(new GetObjectCommand({ Bucket, Key }), ending(callMilliseconds))
          .then(({ Body }) => Body?.transformToByteArray() ?? new Uint8Array()),
      ),
    delete: async (Key) => {
      await told(client.send(new DeleteObjectCommand({ Bucket, Key }), ending(callMilliseconds))).catch((error) => {
        if (!isFault(error, 'no_object')) throw error;
      });
    },
    sizeOf: async (Key) =>
      told(client.send(new HeadObjectCommand({ Bucket, Key }), ending(callMilliseconds))).then(
        ({ ContentLength }) => ContentLength,
        (error: unknown) => {
          if (isFault(error, 'no_object')) return undefined;
          throw error;
        },
      ),
    beginUpload: async (Key, ContentType) => {
      const command = new CreateMultipartUploadCommand({ Bucket, Key, ContentType });
      const { UploadId } = await told(client.send(command, ending(callMilliseconds)));
      if (UploadId === undefined) throw storageError(new Error('CreateMultipartUpload gave no id'));
      return UploadId;
    },
    uploadPart: async (Key, UploadId, PartNumber, Body) => {
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength: Body.length });
      const { ETag } = await told(client.send(command, ending(partMilliseconds)));
      if (ETag === undefined) throw storageError(new Error('UploadPart gave no ETag'));
      return ETag;
    },
    hasUpload: async (Key, UploadId) => {
      const command = new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 1 });
      return told(client.send(command, ending(callMilliseconds))).then(
        () => true,
        (error: unknown) => {
          if (isFault(error, 'upload_gone', 'no_object')) return false;
          throw error;
        },
      );
    },
    completeUpload: async (Key, UploadId, parts) => {
      const MultipartUpload = { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) };
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
      // The endpoint may put the whole object together before it answers.
      await told(client.send(command, ending(partMilliseconds)));
    },
    abortUpload: async (Key, UploadId) => {
      const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await told(client.send(command, ending(callMilliseconds))).catch((error) => {
        if (!isFault(error, 'upload_gone', 'no_object')) throw error;
      });
    },
    presign: (Key, { seconds, contentType, fileName }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key,
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition(fileName),
        }),
        { expiresIn: seconds },
      ),
    close: () => client.destroy(),
  };
};
