import { type BodyFault, HallError } from '../../errors.ts';
import type { StorageRow } from './storage-store.ts';

/** What somebody sets; the secret is never shown again. */
export type StorageWish = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix?: string;
  readonly path_style?: boolean;
  readonly access_key_id: string;
  readonly secret_access_key: string;
};

/** What may be shown of the settings. */
export type StorageBody = Required<Omit<StorageWish, 'secret_access_key'>> & { readonly updated_at: string };

export const presentStorage = (row: StorageRow): StorageBody => ({
  endpoint: row.endpoint,
  region: row.region,
  bucket: row.bucket,
  prefix: row.prefix,
  path_style: row.path_style,
  access_key_id: row.access_key_id,
  updated_at: row.updated_at.toISOString(),
});

const isEndpoint = (text: string): boolean => {
  if (text.length > 512 || !URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
};

/** The first letter is no dot, and no segment is nothing but dots: a posix back end makes a path of it. */
const isPrefix = (text: string): boolean =>
  text.length <= 256 && (text === '' || text.split('/').every((part) => /^(?!\.+$)[\w!.*'() -]+$/.test(part)));

const rules: readonly [keyof StorageWish, (wish: StorageWish) => boolean, string][] = [
  ['endpoint', ({ endpoint }) => isEndpoint(endpoint), 'must be an http:// or https:// address without a password'],
  ['region', ({ region }) => /^[a-z0-9-]{1,64}$/.test(region), 'must be a region name, as us-east-1 or auto'],
  ['bucket', ({ bucket }) => /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket), "must be a bucket's name"],
  [
    'prefix',
    ({ prefix = '' }) => isPrefix(prefix),
    'must be folder names of letters, digits and !_.*()- with / between',
  ],
  ['access_key_id', ({ access_key_id: id }) => /^[\x21-\x7e]{1,256}$/.test(id), 'must be 1 to 256 visible characters'],
  [
    'secret_access_key',
    ({ secret_access_key: secret }) => /^[\x21-\x7e]{1,1024}$/.test(secret),
    'must be 1 to 1024 visible characters',
  ],
];

/** The wish in one form, or a refusal that names every place where it cannot be. */
export const readStorageWish = (given: StorageWish): Required<StorageWish> => {
  const wish = {
    ...given,
    endpoint: given.endpoint.replace(/\/+$/, ''),
    prefix: (given.prefix ?? '').replace(/^\/+|\/+$/g, ''),
    path_style: given.path_style ?? false,
  };
  const faults: BodyFault[] = rules
    .filter(([, holds]) => !holds(wish))
    .map(([field, , message]) => ({ path: `/${field}`, message }));
  const [first] = faults;
  if (first === undefined) return wish;
  throw new HallError('invalid_body', { values: { fault: `${first.path} ${first.message}` }, faults });
};
