import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { type BodyFault, HallError } from '../errors.ts';

/** The validator collects no more faults than this; a body of unknown fields alone would have thousands. */
const mostFaults = 100;
Settings.Set({ maxErrors: mostFaults });

Format.Set('text', (value) => !value.includes('\0') && value.isWellFormed());

const article: Record<string, string> = { integer: 'an integer', array: 'an array', object: 'an object', null: 'null' };

const typeMessage = (type: unknown): string => {
  const types = Array.isArray(type) ? type : [type];
  return `must be ${types.map((one) => article[String(one)] ?? `a ${one}`).join(' or ')}`;
};

const unknownField = 'is not a known field';

type Fault = { path: string; message: string };

const pointer = (parent: string, name: string): string => `${parent}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** One fault of the validator as places and sentences; an error about several properties becomes one fault for each. */
const faultsOf = (error: TLocalizedValidationError): Fault[] => {
  const at = error.instancePath;
  switch (error.keyword) {
    case 'type':
      return [{ path: at, message: typeMessage(error.params.type) }];
    // The schema of a field that may not be there is `false`.
    case 'boolean':
      return [{ path: at, message: unknownField }];
    case 'required':
      return error.params.requiredProperties.map((name) => ({ path: pointer(at, name), message: 'is required' }));
    case 'format':
      return [{ path: at, message: 'must be text without NUL characters and unpaired surrogates' }];
    case 'minimum':
      return [{ path: at, message: `must be at least ${error.params.limit}` }];
    case 'maximum':
      return [{ path: at, message: `must be at most ${error.params.limit}` }];
    case 'minLength':
      return [
        {
          path: at,
          message:
            error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} characters`,
        },
      ];
    case 'maxLength':
      return [{ path: at, message: `must have at most ${error.params.limit} characters` }];
    case 'maxProperties':
      return [{ path: at, message: `must have at most ${error.params.limit} entries` }];
    case 'enum':
      return [
        {
          path: at,
          message: `must be ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(' or ')}`,
        },
      ];
    // Told by the errors of the entries themselves.
    case 'additionalProperties':
    case 'propertyNames':
      return [];
    default:
      return [{ path: at, message: error.message }];
  }
};

/** What is wrong with a value that was refused: never nothing, whatever the validator says of it. */
const faultsOfAll = (errors: TLocalizedValidationError[]): Fault[] => {
  const faults = errors.flatMap(faultsOf);
  return faults.length > 0 ? faults : [{ path: '', message: 'does not match' }];
};

/** Limits that JSON Schema has no word for. */
const sizeFaults = (schema: TSchema, value: unknown): Fault[] => {
  if (!('properties' in schema) || typeof value !== 'object' || value === null) return [];
  return Object.entries(schema.properties as Record<string, TSchema>).flatMap(([name, property]) => {
    const most = 'x-maxBytes' in property ? Number(property['x-maxBytes']) : Number.POSITIVE_INFINITY;
    const given = (value as Record<string, unknown>)[name];
    const isTooLarge = given !== undefined && Buffer.byteLength(JSON.stringify(given)) > most;
    return isTooLarge ? [{ path: pointer('', name), message: `must be at most ${most} bytes as JSON` }] : [];
  });
};

/** Checks bodies against the schema: 422 with every place that does not match, up to a hundred. */
export const bodyValidator = (schema: TSchema): ((body: unknown) => void) => {
  const compiled = Compile(schema);
  return (body) => {
    const faults: BodyFault[] = compiled.Check(body) ? sizeFaults(schema, body) : faultsOfAll(compiled.Errors(body));
    const [first] = faults;
    if (first === undefined) return;
    const fault = `${first.path === '' ? 'the body' : first.path} ${first.message}`;
    throw new HallError('invalid_body', { values: { fault }, faults });
  };
};

const namesOf = (schema: TSchema, type: 'integer' | 'boolean'): string[] =>
  'properties' in schema
    ? Object.entries(schema.properties as Record<string, TSchema>).flatMap(([name, property]) =>
        'type' in property && property.type === type ? [name] : [],
      )
    : [];

/** Checks query or path parameters, whole numbers, true and false in them read as such: 400 naming the first that does not match. */
export const parameterValidator = (schema: TSchema): ((given: unknown) => unknown) => {
  const compiled = Compile(schema);
  const integers = namesOf(schema, 'integer');
  const booleans = namesOf(schema, 'boolean');
  return (given) => {
    const converted: Record<string, unknown> = { ...(given as object) };
    for (const name of integers) {
      const value = converted[name];
      if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) converted[name] = Number(value);
    }
    for (const name of booleans) {
      const value = converted[name];
      if (value === 'true' || value === 'false') converted[name] = value === 'true';
    }
    if (compiled.Check(converted)) return converted;
    const [first] = faultsOfAll(compiled.Errors(converted));
    const parameter = first === undefined || first.path === '' ? 'given' : first.path.slice(1);
    throw new HallError('malformed_parameter', { values: { parameter, fault: first?.message ?? 'is malformed' } });
  };
};
