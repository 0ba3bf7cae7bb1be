import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type IdPrefix, newId } from '../ids.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { SigningSecrets } from './second-factor-secrets.ts';
import { cookiePrefix, isSecure, sessionSeconds } from './session-cookie.ts';

const prefixes: Record<string, IdPrefix> = {
  user: 'person',
  session: 'sess',
  account: 'cred',
  verification: 'step',
  twoFactor: 'totp',
  passkey: 'pass',
};

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The models of better-auth under our names; the columns are those of 0007_people.sql. */
const models = {
  user: {
    modelName: 'people',
    fields: { ...times, emailVerified: 'email_verified' },
    additionalFields: {
      isOperator: { type: 'boolean', fieldName: 'is_operator', input: false, defaultValue: false, required: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: { ...times, userId: 'person_id', expiresAt: 'expires_at', ipAddress: 'address', userAgent: 'user_agent' },
    expiresIn: sessionSeconds,
    // A session lasts from its beginning on; the look-up of a request writes nothing.
    disableSessionRefresh: true,
    freshAge: 0,
  },
  account: {
    modelName: 'credentials',
    fields: {
      ...times,
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    modelName: 'sign_in_steps',
    fields: { ...times, expiresAt: 'expires_at' },
    storeIdentifier: 'hashed',
  },
} as const;

const secondFactor = () =>
  twoFactor({
    issuer: 'Hall',
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'person_id',
          backupCodes: 'recovery_codes',
          failedVerificationCount: 'failures',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

const passkeys = (baseUrl: string) =>
  passkey({
    rpID: new URL(baseUrl).hostname,
    rpName: 'Hall',
    origin: new URL(baseUrl).origin,
    // It stands for password and code together, so the device has to ask its owner.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new Error('the device did not ask its owner');
      },
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          userId: 'person_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });

/** The one issuer of single sign-on, as the table credentials names it. */
export const issuerName = 'oidc';

export type Issuer = { url: string; clientId: string; clientSecret: string };

const singleSignOn = (baseUrl: string, issuer: Issuer | undefined) =>
  genericOAuth({
    config:
      issuer === undefined
        ? []
        : [
            {
              providerId: issuerName,
              discoveryUrl: `${issuer.url}/.well-known/openid-configuration`,
              clientId: issuer.clientId,
              clientSecret: issuer.clientSecret,
              scopes: ['openid', 'email', 'profile'],
              redirectURI: `${baseUrl}/dashboard/single-sign-on`,
              pkce: true,
              disableSignUp: true,
            },
          ],
  });

/** Who somebody is was all there was to learn: the issuer's tokens open other doors and are not kept. */
const forgetTokens = async <T extends object>(account: T) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** Where a browser's address stands in the headers that `people/as-headers.ts` makes. */
export const addressHeader = 'x-hall-address';

/** better-auth on our tables. Nothing of it is reachable by HTTP: routes call it, and say what it means in our words. */
export const authentication = (
  database: Kysely<Tables>,
  settings: {
    baseUrl: string;
    secrets: SigningSecrets;
    issuer: Issuer | undefined;
  },
) => {
  const { baseUrl, secrets, issuer } = settings;
  return betterAuth({
    appName: 'Hall',
    baseURL: baseUrl,
    basePath: '/dashboard/v1',
    secret: secrets[0].value,
    secrets: [...secrets],
    database: { db: database, type: 'postgres' },
    ...models,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    plugins: [secondFactor(), passkeys(baseUrl), singleSignOn(baseUrl, issuer)],
    databaseHooks: { account: { create: { before: forgetTokens }, update: { before: forgetTokens } } },
    advanced: {
      cookiePrefix: cookiePrefix(baseUrl),
      // Its own prefix would be __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', secure: isSecure(baseUrl), path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: ({ model }) => newId(prefixes[model] ?? 'step') },
    },
    // Hall's own windows count sign-ins.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
};

export type Authentication = ReturnType<typeof authentication>;
