import type { OpenApi } from './answer-check.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
};

type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

type Content = { content?: Record<string, { schema: Schema }> };

type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const objectOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (properties === undefined)
    return typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : 'object';
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`;
};

const plainTypeOf = (schema: Schema, type: string | undefined): string => {
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (type === 'integer') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'null' ? type : 'unknown';
};

/** The TypeScript type of what a JSON schema, as TypeBox writes them, describes. */
const typeOf = (schema: Schema): string => {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => plainTypeOf(schema, type)).join(' | ');
};

const parametersOf = (operation: Operation, place: string): string => {
  const those = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  if (those.length === 0) return 'undefined';
  const fields = those.map(({ name, required, schema }) => `${name}${required === true ? '' : '?'}: ${typeOf(schema)}`);
  return `{ ${fields.join('; ')} }`;
};

const schemaOf = ({ content = {} }: Content = {}): Schema | undefined => content['application/json']?.schema;

const answerOf = ({ responses }: Operation): string => {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  if (good?.content !== undefined && schemaOf(good) === undefined) return 'string';
  const schema = schemaOf(good);
  return schema === undefined ? 'undefined' : typeOf(schema);
};

const bodyOf = ({ requestBody }: Operation): string => {
  const schema = schemaOf(requestBody);
  return schema === undefined ? 'undefined' : typeOf(schema);
};

/** The operations of an OpenAPI document behind `prefix` as TypeScript: what each is asked, and what it answers. */
export const describeOperations = (document: OpenApi, prefix: string): string => {
  const all = Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        path: path.slice(prefix.length),
        method: method.toUpperCase(),
        operation: operation as unknown as Operation,
      })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const types = all.map(
    ({ operation }) => `  ${operation.operationId}: {
    params: ${parametersOf(operation, 'path')};
    query: ${parametersOf(operation, 'query')};
    body: ${bodyOf(operation)};
    answer: ${answerOf(operation)};
  };`,
  );
  const ways = all.map(({ method, path, operation }) => `  ${operation.operationId}: ['${method}', '${path}'],`);
  return `/* Made from the OpenAPI document: \`npm test -- test/house/operations.test.ts -u\` writes it anew. */

export type Operations = {
${types.join('\n')}
};

export const ways: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
${ways.join('\n')}
};
`;
};
