import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { testDatabase } from '../setup/hall.ts';
import { connectedEnvironment, launchHall, type OnEnd } from '../setup/hall-process.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Starts Hall, which must not come up; what it says to the operator. */
const failedStart = async (environment: Record<string, string>, onEnd: OnEnd): Promise<string> => {
  const hall = await launchHall({ LOG_LEVEL: 'silent', ...environment }, onEnd);
  expect(await hall.ended).toEqual({ code: 1, signal: null });
  expect(hall.out).not.toContain('is ready');
  return hall.err.trim();
};

const unconfigured = async (onEnd: OnEnd) => ({ DATA_DIR: await temporaryFolder(onEnd) });

describe.concurrent('a start that cannot succeed ends with exit code 1 and tells why', () => {
  test('PORT is in use', async ({ onTestFinished }) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const said = await failedStart({ ...(await unconfigured(onTestFinished)), PORT: String(port) }, onTestFinished);
    expect(said).toMatch(/\bPORT\b.* in use/);
    expect(said).toContain(String(port));
    expect(said.split('\n')).toHaveLength(1);
  });

  test('a value is bad', async ({ onTestFinished }) => {
    const said = await failedStart({ ...(await unconfigured(onTestFinished)), LOG_LEVEL: 'loud' }, onTestFinished);
    expect(said).toBe(
      'LOG_LEVEL: "loud" is none of fatal, error, warn, info, debug, trace, silent. Example: LOG_LEVEL=info',
    );
  });

  test('nobody answers at DATABASE_URL', async ({ onTestFinished }) => {
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const nowhere = 'postgres://hall:a-secret-word@127.0.0.1:1/hall';
    const said = await failedStart(connectedEnvironment({ database, databaseUrl: nowhere }), onTestFinished);
    expect(said).toMatch(/^The database cannot be used: .*ECONNREFUSED/);
    expect(said).not.toContain('a-secret-word');
    expect(said.split('\n')).toHaveLength(1);
  });
});

const connected = {
  DATABASE_URL: 'postgres://hall:hall@db.example.org/hall',
  SECRET_KEY: 'x'.repeat(32),
  LIVEKIT_URL: 'wss://livekit.example.org',
  LIVEKIT_API_KEY: 'APIx7Yq2',
  LIVEKIT_API_SECRET: 'x'.repeat(32),
};

describe('a bad value stops the start with one line: the variable, the fault, an example', () => {
  const bad: { name: string; value: string | undefined; says: RegExp }[] = [
    { name: 'PORT', value: 'http', says: /"http" is not a whole number from 1 to 65535/ },
    { name: 'PORT', value: '0', says: /"0" is not a whole number from 1 to 65535/ },
    { name: 'BASE_URL', value: 'halls.example.org', says: /"halls.example.org" is not a URL/ },
    { name: 'BASE_URL', value: 'ftp://example.org', says: /does not begin with http:\/\/ or https:\/\// },
    {
      name: 'DATABASE_URL',
      value: 'mysql://root:never-shown@db/hall',
      says: /The value does not begin with postgres:/,
    },
    { name: 'DATABASE_POOL_SIZE', value: '-3', says: /"-3" is not a whole number from 1 to 1000/ },
    { name: 'REDIS_URL', value: 'http://redis', says: /The value does not begin with redis:\/\/ or rediss:\/\// },
    { name: 'SECRET_KEY', value: 'never-shown', says: /The value is shorter than 32 characters/ },
    { name: 'SECRET_KEY', value: undefined, says: /is missing: it is needed with DATABASE_URL/ },
    { name: 'LIVEKIT_API_KEY', value: undefined, says: /is missing: it is needed with LIVEKIT_URL/ },
    { name: 'LIVEKIT_API_SECRET', value: 'never-shown', says: /The value is shorter than 32 characters/ },
    { name: 'TRUST_PROXY', value: 'sometimes', says: /"sometimes" is neither true, false nor a list of addresses/ },
  ];

  const messageOf = (environment: Record<string, string | undefined>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
    }
    throw new Error('the value was accepted');
  };

  test('the values that the table changes are good ones', () => {
    expect(readConfig(connected).LIVEKIT_URL).toBe('wss://livekit.example.org');
  });

  test.for(bad)('$name=$value', ({ name, value, says }) => {
    const message = messageOf({ ...connected, [name]: value });
    expect(message).toMatch(new RegExp(`^${name}[: ].* Example: ${name}=\\S`));
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('never-shown');
  });
});
