import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** An answer as it came over the wire. */
export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

type Header = { readonly schema: TSchema };
type Content = {
  readonly 'application/json'?: { readonly schema: TSchema; readonly examples?: Readonly<Record<string, unknown>> };
};
export type Response = { readonly headers?: Readonly<Record<string, Header>>; readonly content?: Content };
export type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: TSchema }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};
export type OpenApi = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The specification, part 7: no other status is ever sent. */
export const specifiedStatuses: readonly number[] = [200, 201, 204, 400, 401, 403, 404, 422, 429, 502, 503];

/** Sent with some answers of a status only. */
const optionalHeaders = ['idempotent-replayed'];

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'];

/** What no caller may ever read: places in the code, statements, addresses of servers, secrets. */
const inside = /\.ts\b|node_modules|\bat \/|\b(select|insert|update) .*\b(from|into|set)\b|ECONN|postgres|hall_live_/i;

/** What is not declared is not there: objects with known fields take no others. */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
};

const compiled = new WeakMap<object, ReturnType<typeof Compile>>();
const faultsOf = (schema: TSchema, value: unknown): string[] => {
  const validator = compiled.get(schema) ?? Compile(strict(schema) as TSchema);
  compiled.set(schema, validator);
  return validator.Check(value)
    ? []
    : validator.Errors(value).map((fault) => `${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`);
};

const ErrorOfAnyOperation = Type.Object({
  detail: Type.String({ minLength: 1 }),
  code: Type.String({ pattern: '^[a-z]+(_[a-z]+)*$' }),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), { minItems: 1 })),
});

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const headerFaults = (answer: RawAnswer, names: readonly string[]): string[] =>
  names.filter((name) => !answer.headers.has(name)).map((name) => `the header ${name} is missing`);

/** The three headers are whole numbers that make sense together. shared/api.md, rate limits. */
const limitFaults = ({ status, headers }: RawAnswer): string[] => {
  const [limit, remaining, reset] = limitHeaders.slice(0, 3).map((name) => headers.get(name) ?? '');
  const areWhole = [limit, remaining, reset].every((value) => /^\d+$/.test(value ?? ''));
  if (!areWhole) return [`X-RateLimit headers are no whole numbers: ${limit}, ${remaining}, ${reset}`];
  const wait = Number(reset) - Date.now() / 1000;
  return [
    ...(Number(remaining) < Number(limit) || Number(limit) === 100
      ? []
      : ['X-RateLimit-Remaining is not below the limit']),
    ...(wait > -5 && wait < 62 ? [] : [`X-RateLimit-Reset is ${wait} s from now`]),
    ...(status !== 429 || remaining === '0' ? [] : ['429 with requests remaining']),
  ];
};

const errorFaults = (answer: RawAnswer): string[] => {
  const { status, headers, text } = answer;
  const body = jsonOf(text) as { detail?: string; code?: string; errors?: unknown } | undefined;
  const faults = faultsOf(ErrorOfAnyOperation, body);
  if (body === undefined) return ['the error is not JSON'];
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) faults.push('the error is not sent as JSON');
  if (status === 401 && headers.get('www-authenticate') !== 'Bearer')
    faults.push('401 without WWW-Authenticate: Bearer');
  const wait = headers.get('retry-after');
  if ([429, 502, 503].includes(status) && !/^[1-9]\d*$/.test(wait ?? '')) faults.push(`Retry-After is ${wait}`);
  if (status === 429 && !body.detail?.includes(`${wait} seconds`)) faults.push('detail and Retry-After disagree');
  if (status === 503 && !body.detail?.includes('/status')) faults.push('503 without the address of the status page');
  if (body.errors !== undefined && status !== 422) faults.push(`errors with ${status}`);
  // A 422 and a 400 quote what was sent.
  if (status !== 422 && status !== 400 && inside.test(text)) faults.push(`the inside shows: ${text}`);
  return faults;
};

const successFaults = ({ status, headers, text }: RawAnswer, response: Response): string[] => {
  const schema = response.content?.['application/json']?.schema;
  if (response.content !== undefined && 'text/csv' in response.content)
    return headers.get('content-type') === 'text/csv; charset=utf-8' ? [] : ['not sent as CSV'];
  if (schema === undefined) return text === '' ? [] : ['a body where none is declared'];
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return ['not sent as JSON'];
  const isPath = status !== 201 || /^(\/dashboard)?\/v1(\/operator)?\/[\w-]+\/\w+$/.test(headers.get('location') ?? '');
  return [...faultsOf(schema, jsonOf(text)), ...(isPath ? [] : ['Location is not the path of what was created'])];
};

const declaredFaults = (answer: RawAnswer, operation: Operation): string[] => {
  const response = operation.responses[answer.status];
  if (response === undefined) return ['the status is not declared'];
  const names = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  const missing = headerFaults(
    answer,
    names.filter((name) => !optionalHeaders.includes(name)),
  );
  if (answer.status < 300) return [...missing, ...successFaults(answer, response)];
  const { schema, examples = {} } = response.content?.['application/json'] ?? {};
  const body = jsonOf(answer.text) as { code?: string } | undefined;
  return [
    ...missing,
    ...(schema === undefined ? ['no schema is declared'] : faultsOf(schema, body)),
    ...(Object.hasOwn(examples, body?.code ?? '') ? [] : [`the code ${body?.code} is not declared`]),
  ];
};

/** The declared operation that this request is for. */
export const operationAt = (document: OpenApi, method: string, path: string): Operation | undefined => {
  const parts = (path.split(/[?#]/)[0] ?? '').split('/');
  const [, operations] =
    Object.entries(document.paths).find(([template]) => {
      const wanted = template.split('/');
      return wanted.length === parts.length && wanted.every((part, at) => /^\{\w+\}$/.test(part) || part === parts[at]);
    }) ?? [];
  return operations?.[method.toLowerCase()];
};

/** Where an answer is not as the document declares it; a path that is not in it still follows the rules for every response. */
export const answerFaults = (document: OpenApi, method: string, path: string, answer: RawAnswer): string[] => {
  if (!specifiedStatuses.includes(answer.status)) return ['the status is not in the specification'];
  const operation = operationAt(document, method, path);
  if (operation === undefined && !/^(\/dashboard)?\/v1/.test(path)) return headerFaults(answer, ['x-request-id']);
  return [
    ...headerFaults(answer, limitHeaders),
    ...limitFaults(answer),
    ...(answer.status < 400 || method === 'HEAD' ? [] : errorFaults(answer)),
    ...(operation === undefined ? [] : declaredFaults(answer, operation)),
  ];
};

const documents = new Map<string, Promise<OpenApi>>();

/** The document that the Hall at this address serves; read once. */
export const openApiOf = (url: string): Promise<OpenApi> => {
  const known = documents.get(url);
  if (known !== undefined) return known;
  const read = fetch(`${url}/openapi.json`).then((answer) => answer.json() as Promise<OpenApi>);
  documents.set(url, read);
  read.catch(() => documents.delete(url));
  return read;
};

/** The document that declares what is at this path: the dashboard's door has one of its own. */
const documentFor = (url: string, path: string): Promise<OpenApi> =>
  openApiOf(path.startsWith('/dashboard/v1') ? `${url}/dashboard` : url);

/** Fails the test that got an answer which Hall's own document does not declare. */
export const assertDeclared = async (url: string, method: string, path: string, answer: RawAnswer): Promise<void> => {
  const faults = answerFaults(await documentFor(url, path), method, path, answer);
  if (faults.length === 0) return;
  const shown = answer.text.slice(0, 2_000);
  throw new Error(`${method} ${path.slice(0, 200)} → ${answer.status}: ${faults.join('; ')}\n${shown}`);
};
