import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect } from 'vitest';
import { type OpenApi, type Operation, openApiOf, specifiedStatuses } from '../setup/answer-check.ts';
import type { TestHall } from '../setup/hall.ts';
import { test } from './fixtures.ts';

const operationsOf = (document: OpenApi): { name: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

const headersOf = (status: string): string[] => [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  ...(['429', '502', '503'].includes(status) ? ['Retry-After'] : []),
  ...(status === '401' ? ['WWW-Authenticate'] : []),
  ...(status === '201' ? ['Location'] : []),
];

const read = async (
  hall: TestHall,
): Promise<{ document: OpenApi; operations: { name: string; operation: Operation }[] }> => {
  const document = await openApiOf(hall.url);
  return { document, operations: operationsOf(document) };
};

describe('/openapi.json', () => {
  test('is OpenAPI 3.1 and names every operation', async ({ hall }) => {
    const { document, operations } = await read(hall);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(operations.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining([
        'DELETE /v1/halls/{id}',
        'GET /v1/events',
        'GET /v1/events/{id}',
        'GET /v1/halls',
        'GET /v1/halls/{id}',
        'GET /v1/organisation',
        'PATCH /v1/halls/{id}',
        'POST /v1/halls',
        'POST /v1/halls/{id}/close',
        'POST /v1/halls/{id}/join',
      ]),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('holds no path outside of /v1/: what is there needs no key and is no API', async ({ hall }) => {
    const { document } = await read(hall);
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/v1\//);
    expect(document).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    });
  });

  test('declares no status but those of the specification, and 401, 429 and 503 for every operation', async ({
    hall,
  }) => {
    for (const { name, operation } of (await read(hall)).operations) {
      const statuses = Object.keys(operation.responses).map(Number);
      expect(
        statuses.filter((status) => !specifiedStatuses.includes(status)),
        name,
      ).toEqual([]);
      expect(statuses, name).toEqual(expect.arrayContaining([401, 429, 503]));
      expect(
        statuses.filter((status) => status < 300),
        name,
      ).toHaveLength(1);
      if (name.startsWith('DELETE')) expect(statuses, name).toContain(204);
      if (name.includes('{')) expect(statuses, name).toContain(404);
      if (operation.requestBody !== undefined) expect(statuses, name).toEqual(expect.arrayContaining([400, 422]));
    }
  });

  test('declares the statuses of POST /v1/halls that the specification lists', async ({ hall }) => {
    const { document } = await read(hall);
    expect(Object.keys(document.paths['/v1/halls']?.post?.responses ?? {}).map(Number)).toEqual(
      expect.arrayContaining([201, 400, 401, 403, 422, 429, 502, 503]),
    );
  });

  test('declares the headers of every response', async ({ hall }) => {
    for (const { name, operation } of (await read(hall)).operations) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        expect(Object.keys(headers), `${name} ${status}`).toEqual(expect.arrayContaining(headersOf(status)));
        const types = Object.values(headers).map(({ schema }) => ('type' in schema ? schema.type : undefined));
        expect(['integer', 'string'], `${name} ${status}`).toEqual(expect.arrayContaining(types));
      }
    }
  });

  test('has an example for every error, which matches its schema', async ({ hall }) => {
    for (const { name, operation } of (await read(hall)).operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const { schema, examples = {} } = content?.['application/json'] ?? {};
        expect(Object.keys(examples).length, `${name} ${status}`).toBeGreaterThan(0);
        for (const [code, example] of Object.entries(examples)) {
          const { value } = example as { value: { code: string; detail: string } };
          expect(value.code).toBe(code);
          expect(value.detail).not.toMatch(/[{}]/);
          expect(Compile(schema as TSchema).Check(value), `${name} ${status} ${code}`).toBe(true);
        }
      }
    }
  });

  test('asks for no body where none is needed, and knows every field of those it takes', async ({ hall }) => {
    for (const { name, operation } of (await read(hall)).operations) {
      const { required, content } = operation.requestBody ?? {};
      if (content === undefined) continue;
      const schema = content['application/json']?.schema as { required?: string[]; additionalProperties?: boolean };
      expect(required, name).toBe((schema.required ?? []).length > 0);
      expect(schema.additionalProperties, name).toBe(false);
    }
  });

  test('describes every parameter that a path has', async ({ hall }) => {
    for (const { name, operation } of (await read(hall)).operations) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const described = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      expect(described, name).toEqual(inPath);
    }
  });
});
