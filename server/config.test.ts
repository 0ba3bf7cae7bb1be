import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, describeVariables, readConfig } from './config.ts';

const secret = 'a secret that is long enough for all of this';
const livekit = { LIVEKIT_URL: 'wss://media.example.org', LIVEKIT_API_KEY: 'APIx', LIVEKIT_API_SECRET: secret };

const faultOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

test('nothing configured: the embedded mode on loopback', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: '.hall',
    TRUST_PROXY: false,
    LOG_LEVEL: 'info',
    baseUrl: 'http://127.0.0.1:8080',
    statusUrl: 'http://127.0.0.1:8080/status',
    onLoopback: true,
  });
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'LIVEKIT_URL', 'SECRET_KEY'] as const)
    expect(config[name]).toBeUndefined();
  expect(Object.isFrozen(config)).toBe(true);
});

test('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '  ', BASE_URL: '' })).toEqual(readConfig({}));
});

describe('addresses', () => {
  test.for<[environment: Record<string, string>, baseUrl: string]>([
    [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '::1' }, 'http://[::1]:8080'],
    [{ HOST: '0.0.0.0' }, `http://${hostname()}:8080`],
    [{ HOST: '::' }, `http://${hostname()}:8080`],
    [{ BASE_URL: 'https://halls.example.org/' }, 'https://halls.example.org'],
    [{ BASE_URL: 'https://example.org/halls//' }, 'https://example.org/halls'],
  ])('%o is reached at %s', ([environment, baseUrl]) => {
    const config = readConfig(environment);
    expect([config.baseUrl, config.statusUrl]).toEqual([baseUrl, `${baseUrl}/status`]);
  });

  test('a status page elsewhere', () => {
    expect(readConfig({ STATUS_URL: 'https://status.example.org' }).statusUrl).toBe('https://status.example.org');
  });

  test.for<[environment: Record<string, string>, onLoopback: boolean]>([
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.1' }, false],
    [{ BASE_URL: 'https://halls.example.org' }, false],
    [{ BASE_URL: 'http://localhost:8080' }, true],
  ])('%o: only this machine can reach it: %s', ([environment, onLoopback]) => {
    expect(readConfig(environment).onLoopback).toBe(onLoopback);
  });
});

describe('TRUST_PROXY', () => {
  test.for<[value: string, read: boolean | string[]]>([
    ['true', true],
    ['false', false],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('%s', ([value, read]) => {
    expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(read);
  });
});

describe('a bad value is one line with the variable, its fault and an example', () => {
  test.for<[name: string, value: string, fault: string]>([
    ['PORT', '0', '"0" is not a whole number from 1 to 65535'],
    ['PORT', '65536', 'is not a whole number'],
    ['PORT', '80.5', 'is not a whole number'],
    ['PORT', '0x50', 'is not a whole number'],
    ['PORT', 'http', 'is not a whole number'],
    ['BASE_URL', 'halls.example.org', 'is not a URL'],
    ['BASE_URL', 'ftp://halls.example.org', 'does not begin with http:// or https://'],
    ['STATUS_URL', 'status', 'is not a URL'],
    ['DATABASE_URL', 'mysql://localhost/hall', 'does not begin with postgres://'],
    ['DATABASE_POOL_SIZE', '0', 'is not a whole number from 1 to 1000'],
    ['REDIS_URL', 'localhost:6379', 'does not begin with redis://'],
    ['LIVEKIT_URL', 'tcp://localhost', 'does not begin with ws://'],
    ['LIVEKIT_SIGNALLING', 'tunnel', 'is none of direct, through-hall'],
    ['LIVEKIT_PUBLIC_URL', 'https://media.example.org', 'does not begin with ws://'],
    ['SECRET_KEY', 'short', 'is shorter than 32 characters'],
    ['LIVEKIT_API_SECRET', 'short', 'is shorter than 32 characters'],
    ['TRUST_PROXY', 'yes', 'is neither true, false nor a list of addresses'],
    ['LOG_LEVEL', 'loud', 'is none of fatal, error, warn'],
  ])('%s=%s', ([name, value, fault]) => {
    const message = faultOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: .*Example: ${name}=`));
    expect(message).toContain(fault);
    expect(message).not.toContain('\n');
  });

  test.for([
    ['SECRET_KEY', 'hunter2'],
    ['LIVEKIT_API_SECRET', 'hunter2'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost'],
    ['REDIS_URL', 'http://:hunter2@localhost'],
  ] as const)('%s is a secret and not shown', ([name, value]) => {
    expect(faultOf({ [name]: value })).not.toContain('hunter2');
  });
});

describe('secrets are made in the embedded mode and demanded outside it', () => {
  test.for<[what: string, environment: Record<string, string>, missing: string]>([
    ['LiveKit without its key', { LIVEKIT_URL: livekit.LIVEKIT_URL, LIVEKIT_API_SECRET: secret }, 'LIVEKIT_API_KEY'],
    ['LiveKit without its secret', { LIVEKIT_URL: livekit.LIVEKIT_URL, LIVEKIT_API_KEY: 'APIx' }, 'LIVEKIT_API_SECRET'],
    ['Egress without a LiveKit of its own', { RECORDER: 'egress' }, 'LIVEKIT_URL'],
    ['a database without SECRET_KEY', { DATABASE_URL: 'postgres://localhost/hall' }, 'SECRET_KEY'],
  ])('%s', ([, environment, missing]) => {
    expect(faultOf(environment)).toMatch(new RegExp(`^${missing} is missing: .*Example: ${missing}=`));
  });

  test('signalling through Hall wants a LiveKit without TLS', () => {
    const wanted = { ...livekit, LIVEKIT_SIGNALLING: 'through-hall' };
    expect(faultOf({ ...wanted, LIVEKIT_URL: 'wss://livekit.example.org' })).toMatch(
      /^LIVEKIT_SIGNALLING: .*Example: /,
    );
    expect(readConfig({ ...wanted, LIVEKIT_URL: 'ws://10.0.0.5:7880' }).LIVEKIT_SIGNALLING).toBe('through-hall');
  });

  test('with all of them it starts', () => {
    const environment = { ...livekit, DATABASE_URL: 'postgres://localhost/hall', SECRET_KEY: secret };
    expect(readConfig(environment)).toMatchObject({ ...environment, PORT: 8080 });
  });
});

test('every variable is described; no secret has a default', () => {
  const variables = describeVariables();
  expect(variables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['PORT', 'DATABASE_URL', 'SECRET_KEY', 'TRUST_PROXY']),
  );
  for (const { name, about, fallback, secret: isSecret } of variables) {
    expect(about.length, name).toBeGreaterThan(10);
    if (isSecret) expect(fallback, name).toBeUndefined();
  }
});
