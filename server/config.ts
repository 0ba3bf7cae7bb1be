import { hostname } from 'node:os';

/** A value that stops the start: one line that names the variable, its fault and an example. */
export class ConfigError extends Error {}

type Variable<T> = { about: string; example: string; fallback?: string; secret?: true; read: (text: string) => T };

const fail = (fault: string): never => {
  throw new Error(fault);
};

const wholeNumber =
  (low: number, high: number) =>
  (text: string): number => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= low && number <= high
      ? number
      : fail(`is not a whole number from ${low} to ${high}`);
  };

const url =
  (...protocols: string[]) =>
  (text: string): string => {
    if (!URL.canParse(text)) fail('is not a URL');
    if (!protocols.includes(new URL(text).protocol))
      fail(`does not begin with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    return text.replace(/\/+$/, '');
  };

const text = (given: string): string => given;

const longerThan =
  (characters: number) =>
  (given: string): string =>
    given.length >= characters ? given : fail(`is shorter than ${characters} characters`);

const oneOf =
  <T extends string>(...choices: T[]) =>
  (given: string): T =>
    choices.find((choice) => choice === given) ?? fail(`is none of ${choices.join(', ')}`);

const port = wholeNumber(1, 65_535);

const yesOrNo = (given: string): boolean => oneOf('true', 'false')(given) === 'true';

/** `true`, `false`, or a list of addresses and networks whose X-Forwarded-For is believed. */
const trust = (given: string): boolean | string[] => {
  if (given === 'true' || given === 'false') return given === 'true';
  const parts = given.split(',').map((part) => part.trim());
  return parts.every((part) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(part))
    ? parts
    : fail('is neither true, false nor a list of addresses');
};

/** Every variable that Hall reads. The README's table says the same in the operator's order. */
const variables = {
  PORT: { about: 'Where the API listens.', example: '8080', fallback: '8080', read: port },
  HOST: {
    about: 'The address the API listens on; 0.0.0.0 for all.',
    example: '127.0.0.1',
    fallback: '127.0.0.1',
    read: text,
  },
  BASE_URL: {
    about: 'Where people reach Hall; links begin with it. Default: HOST and PORT.',
    example: 'https://halls.example.org',
    read: url('http:', 'https:'),
  },
  STATUS_URL: {
    about: 'The status page that a 503 points to. Default: BASE_URL/status.',
    example: 'https://status.example.org',
    read: url('http:', 'https:'),
  },
  DATA_DIR: {
    about: 'Where the embedded database, secrets and settings live.',
    example: '/var/lib/hall',
    fallback: '.hall',
    read: text,
  },
  DATABASE_URL: {
    about: 'Your own PostgreSQL; without it Hall starts one.',
    example: 'postgres://hall:secret@db.example.org/hall',
    secret: true,
    read: url('postgres:', 'postgresql:'),
  },
  DATABASE_POOL_SIZE: {
    about: 'Connections to PostgreSQL of one process.',
    example: '10',
    fallback: '10',
    read: wholeNumber(1, 1000),
  },
  REDIS_URL: {
    about: 'Shares the rate limits among instances; without it each counts in memory.',
    example: 'redis://redis.example.org:6379',
    secret: true,
    read: url('redis:', 'rediss:'),
  },
  LIVEKIT_URL: {
    about: 'Your own LiveKit, as Hall reaches it; without it Hall starts one.',
    example: 'wss://livekit.example.org',
    read: url('ws:', 'wss:', 'http:', 'https:'),
  },
  LIVEKIT_PUBLIC_URL: {
    about: "LiveKit as participants reach it. Default: LIVEKIT_URL, or the embedded one's address.",
    example: 'wss://livekit.example.org',
    read: url('ws:', 'wss:'),
  },
  LIVEKIT_SIGNALLING: {
    about:
      'How participants reach your own LiveKit: direct, or through-hall, where Hall refuses removed people at the door and nobody comes back before the rooms do.',
    example: 'through-hall',
    fallback: 'direct',
    read: oneOf('direct', 'through-hall'),
  },
  LIVEKIT_API_KEY: {
    about: "LiveKit's API key. Made in DATA_DIR when LiveKit is embedded.",
    example: 'APIx7Yq2',
    read: text,
  },
  LIVEKIT_API_SECRET: {
    about: "LiveKit's API secret. Made in DATA_DIR when LiveKit is embedded.",
    example: 'a random string of 32 or more characters',
    secret: true,
    read: longerThan(32),
  },
  LIVEKIT_PORT: { about: 'Signalling port of the embedded LiveKit.', example: '7880', fallback: '7880', read: port },
  LIVEKIT_RTC_TCP_PORT: {
    about: 'Media over TCP of the embedded LiveKit.',
    example: '7881',
    fallback: '7881',
    read: port,
  },
  LIVEKIT_RTC_UDP_PORT: {
    about: 'Media over UDP of the embedded LiveKit.',
    example: '7882',
    fallback: '7882',
    read: port,
  },
  LIVEKIT_NODE_IP: {
    about:
      "The one address at which participants reach the embedded LiveKit's media ports. Default: every address of this machine and its public one, or loopback when HOST is.",
    example: '203.0.113.7',
    read: text,
  },
  RECORDER: {
    about:
      'What records: built-in starts a recorder beside the API, none leaves it to recorders on other machines, egress has the Egress workers of your own LiveKit do it.',
    example: 'none',
    fallback: 'built-in',
    read: oneOf('built-in', 'none', 'egress'),
  },
  EGRESS_HALL_URL: {
    about: 'Hall as Egress workers reach it, for the page that they record. Default: BASE_URL.',
    example: 'http://hall.internal:8080',
    read: url('http:', 'https:'),
  },
  EGRESS_LIVEKIT_URL: {
    about:
      'LiveKit as Egress workers reach it (their ws_url), where that is neither LIVEKIT_URL nor LIVEKIT_PUBLIC_URL.',
    example: 'ws://livekit.internal:7880',
    read: url('ws:', 'wss:'),
  },
  RECORDER_LAYOUT: {
    about: 'What recordings look like: grid shows everyone alike, speaker shows whoever speaks large.',
    example: 'speaker',
    fallback: 'grid',
    read: oneOf('grid', 'speaker'),
  },
  RECORDER_CAPACITY: {
    about: 'Halls that one recorder records at once. Default: half of the cores, at least one.',
    example: '2',
    read: wholeNumber(1, 1000),
  },
  RECORDER_SPOOL: {
    about:
      'Where a recorder keeps what is not uploaded yet; one recorder at a time. Default: recordings below DATA_DIR.',
    example: '/var/lib/hall-recordings',
    read: text,
  },
  CHROMIUM_PATH: {
    about: 'The Chromium or Chrome that records. Default: an installed one.',
    example: '/usr/bin/chromium',
    read: text,
  },
  SECRET_KEY: {
    about: 'Encrypts what is secret in the database. Made in DATA_DIR when the database is embedded.',
    example: 'the output of: openssl rand -base64 32',
    secret: true,
    read: longerThan(32),
  },
  SECRET_KEY_PREVIOUS: {
    about: 'A second key that opens what SECRET_KEY does not, while the key is changed; see hall secrets rotate.',
    example: 'the SECRET_KEY of until now',
    secret: true,
    read: longerThan(32),
  },
  TRUST_PROXY: {
    about: 'Whose X-Forwarded-For names the client: true, false, or addresses and networks.',
    example: '10.0.0.0/8',
    fallback: 'false',
    read: trust,
  },
  SMTP_URL: {
    about: 'The mail server for invitations and new passwords; without it links are given by hand.',
    example: 'smtps://hall:secret@mail.example.org',
    secret: true,
    read: url('smtp:', 'smtps:'),
  },
  MAIL_FROM: {
    about: 'The sender of such mail.',
    example: 'Hall <hall@example.org>',
    read: text,
  },
  OIDC_ISSUER: {
    about: 'Single sign-on by OpenID Connect: the issuer, whose discovery document lies below it.',
    example: 'https://login.example.org/realms/school',
    read: url('https:', 'http:'),
  },
  OIDC_CLIENT_ID: { about: "Hall's client id at that issuer.", example: 'hall', read: text },
  OIDC_CLIENT_SECRET: {
    about: "Hall's client secret at that issuer.",
    example: 'a random string',
    secret: true,
    read: text,
  },
  WEBHOOK_ALLOW_HTTP: {
    about: 'true lets webhook endpoints have http:// addresses; otherwise https:// alone.',
    example: 'true',
    fallback: 'false',
    read: yesOrNo,
  },
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: {
    about:
      'true lets webhooks go to private and loopback addresses, when you trust everyone who has a key with your network.',
    example: 'true',
    fallback: 'false',
    read: yesOrNo,
  },
  LOG_LEVEL: {
    about: 'debug tells of every request.',
    example: 'info',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  INSTANCE: {
    about: 'How logs and leases name this process. Default: host name, with DATABASE_URL process id too.',
    example: 'api-1',
    read: text,
  },
  HALL_API_KEY: {
    about: 'The API key that `hall listen` uses. The server does not read it.',
    example: 'hall_live_…',
    secret: true,
    read: text,
  },
} satisfies Record<string, Variable<unknown>>;

type Variables = typeof variables;
type VariableName = keyof Variables;
type Read<N extends VariableName> = ReturnType<Variables[N]['read']>;
type Values = {
  readonly [N in VariableName]: Variables[N] extends { fallback: string } ? Read<N> : Read<N> | undefined;
};

/** The variables with their meaning, for `hall doctor`, documentation and the test that compares them with the README. */
export const describeVariables = (): { name: string; about: string; fallback: string | undefined; secret: boolean }[] =>
  Object.entries<Variable<unknown>>(variables).map(([name, { about, fallback, secret }]) => ({
    name,
    about,
    fallback,
    secret: secret === true,
  }));

const readOne = (name: string, variable: Variable<unknown>, environment: NodeJS.ProcessEnv): unknown => {
  const given = environment[name]?.trim() || variable.fallback;
  if (given === undefined) return undefined;
  try {
    return variable.read(given);
  } catch (error) {
    const shown = variable.secret === true ? 'The value' : `"${given}"`;
    const fault = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name}: ${shown} ${fault}. Example: ${name}=${variable.example}`);
  }
};

export type Config = Values & {
  readonly baseUrl: string;
  readonly statusUrl: string;
  readonly instance: string;
  /** Whether only this machine can reach the API: then the embedded LiveKit stays on loopback too. */
  readonly onLoopback: boolean;
};

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);

const demand = (values: Values, name: VariableName, because: string): void => {
  if (values[name] === undefined) {
    throw new ConfigError(`${name} is missing: it is needed ${because}. Example: ${name}=${variables[name].example}`);
  }
};

/** The environment as one typed, frozen object. Throws a ConfigError for the first bad value. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const values = Object.fromEntries(
    Object.entries<Variable<unknown>>(variables).map(([name, variable]) => [
      name,
      readOne(name, variable, environment),
    ]),
  ) as Values;
  if (values.LIVEKIT_URL !== undefined) {
    demand(values, 'LIVEKIT_API_KEY', 'with LIVEKIT_URL');
    demand(values, 'LIVEKIT_API_SECRET', 'with LIVEKIT_URL');
  }
  if (values.LIVEKIT_SIGNALLING === 'through-hall' && /^(wss|https):/.test(values.LIVEKIT_URL ?? ''))
    throw new ConfigError(
      'LIVEKIT_SIGNALLING: through-hall needs a LIVEKIT_URL that begins with ws://, in a network of yours. Example: LIVEKIT_URL=ws://10.0.0.5:7880',
    );
  if (values.RECORDER === 'egress')
    demand(values, 'LIVEKIT_URL', 'with RECORDER=egress, for the embedded LiveKit has no workers');
  if (values.SMTP_URL !== undefined) demand(values, 'MAIL_FROM', 'with SMTP_URL');
  if (values.OIDC_ISSUER !== undefined) {
    demand(values, 'OIDC_CLIENT_ID', 'with OIDC_ISSUER');
    demand(values, 'OIDC_CLIENT_SECRET', 'with OIDC_ISSUER');
  }
  if (values.DATABASE_URL !== undefined) demand(values, 'SECRET_KEY', 'with DATABASE_URL, the same for every instance');
  const shownHost = ['0.0.0.0', '::'].includes(values.HOST)
    ? hostname()
    : values.HOST.includes(':')
      ? `[${values.HOST}]`
      : values.HOST;
  const baseUrl = values.BASE_URL ?? `http://${shownHost}:${values.PORT}`;
  return Object.freeze({
    ...values,
    baseUrl,
    statusUrl: values.STATUS_URL ?? `${baseUrl}/status`,
    // An embedded database has one Hall at a time: started again after a crash, it goes on with the leases it held.
    instance: values.INSTANCE ?? (values.DATABASE_URL === undefined ? hostname() : `${hostname()}-${process.pid}`),
    onLoopback: isLoopback(values.HOST) && isLoopback(new URL(baseUrl).hostname),
  });
};
