import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Claims = { sub: string; email: string; name: string; email_verified: boolean };

export type Issuer = {
  readonly url: string;
  /** Somebody signs in there, as the browser would at `authorizationUrl`: the query that leads back. */
  signIn(authorizationUrl: string, claims: Claims): { code: string; state: string };
  close(): Promise<void>;
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As much of an OpenID Connect issuer as Hall speaks to: discovery, and codes for tokens, with PKCE and the client's secret. */
export const startIssuer = async (client: { id: string; secret: string }): Promise<Issuer> => {
  const codes = new Map<string, { claims: Claims; challenge: string; redirectUri: string }>();
  const tokenFor = (form: URLSearchParams, authorization: string | undefined): object | undefined => {
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const isClient = form.get('client_secret') === client.secret || authorization === `Basic ${basic}`;
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (known?.challenge !== verifier || known.redirectUri !== form.get('redirect_uri') || !isClient) return undefined;
    return {
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: `${encoded({ alg: 'none' })}.${encoded(known.claims)}.`,
    };
  };
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') {
      answer(200, { issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` });
      return;
    }
    let text = '';
    for await (const part of request) text += part;
    const token = tokenFor(new URLSearchParams(text), request.headers.authorization);
    answer(token === undefined ? 400 : 200, token ?? { error: 'invalid_grant' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    signIn: (authorizationUrl, claims) => {
      const query = new URL(authorizationUrl).searchParams;
      const code = `code-${codes.size}-${claims.sub}`;
      const challenge = query.get('code_challenge') ?? '';
      codes.set(code, { claims, challenge, redirectUri: query.get('redirect_uri') ?? '' });
      return { code, state: query.get('state') ?? '' };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
