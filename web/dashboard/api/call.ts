import { type Operations, ways } from './operations.ts';
import { Refused, readRefusal } from './refused.ts';

export type Operation = keyof Operations;

type Field<Name extends string, Value> = undefined extends Value
  ? { readonly [name in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value };

export type Request<Name extends Operation> = Field<'params', Operations[Name]['params']> &
  Field<'query', Operations[Name]['query']> &
  Field<'body', Operations[Name]['body']>;

export type Answer<Name extends Operation> = Operations[Name]['answer'];

type Loose = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
};

/** Milliseconds; starting a hall waits for the media server. */
const patience = 20_000;

/** Storage that does not answer is waited for at each of its calls, up to twenty seconds, and then Hall says so. */
const longer: Readonly<Partial<Record<Operation, number>>> = { testStorage: 65_000, deleteRecording: 45_000 };

const prefix = '/dashboard/v1';

/** The path of an operation with its parameters in place, for links to files. */
export const pathOf = (name: Operation, { params = {}, query = {} }: Loose = {}): string => {
  const path = ways[name][1].replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `${prefix}${path}${search === '' ? '' : `?${search}`}`;
};

/** Asks Hall for an operation, on behalf of the chosen organisation. Throws `Refused`. */
export const call = async <Name extends Operation>(
  name: Name,
  request: Request<Name>,
  { organisation, signal }: { organisation?: string | undefined; signal?: AbortSignal } = {},
): Promise<Answer<Name>> => {
  const { body } = request as Loose;
  const tooLong = AbortSignal.timeout(longer[name] ?? patience);
  const response = await fetch(pathOf(name, request as Loose), {
    method: ways[name][0],
    cache: 'no-store',
    headers: {
      ...(organisation === undefined ? {} : { 'x-organisation': organisation }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new Refused({ code: 'no_answer', detail: 'Hall does not answer. Check your connection, then try again.' });
  });
  if (!response.ok) throw await readRefusal(response);
  if (response.status === 204) return undefined as Answer<Name>;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return (await (isJson ? response.json() : response.text())) as Answer<Name>;
};
