import type { FastifyRequest } from 'fastify';
import type { RefusalCode } from '../errors.ts';
import type { FindPerson } from '../people/find-person.ts';
import { type Right, rightTo, roleFor } from '../people/rights.ts';
import type { Visit } from '../people/visit.ts';
import type { Door } from './mount.ts';
import type { DescribeDoor } from './openapi.ts';
import type { Caller } from './route.ts';

export const dashboardPrefix = '/dashboard/v1';

/** Requests of one person in any 60 seconds: a page that opens asks some ten times, and one that watches a few times a minute. */
const personLimit = 600;

const organisationHeader = 'X-Organisation';

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const isOwnOrigin = (request: FastifyRequest, origin: string, baseOrigin: string): boolean =>
  origin === baseOrigin || (URL.canParse(origin) && new URL(origin).host === request.host);

/**
 * Whether a page of Hall sent this. What changes nothing may come from anywhere but another site's page; what changes
 * something has to show where it comes from, as every browser does: by Sec-Fetch-Site or by Origin, and by neither wrongly.
 */
const isOwnPage = (request: FastifyRequest, baseOrigin: string): boolean => {
  const site = headerOf(request, 'sec-fetch-site');
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(request, origin, baseOrigin)) return false;
  if (request.method === 'GET' || request.method === 'HEAD') return site !== 'cross-site' && site !== 'same-site';
  return site === undefined ? origin !== undefined : site === 'same-origin';
};

const visitOf = (request: FastifyRequest): Visit => ({
  cookie: request.headers.cookie ?? '',
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
});

/** A path that nobody serves is told to people who are signed in alone. */
const rightOf = (request: FastifyRequest): Right => {
  const { operationId } = request.routeOptions.config;
  return operationId === undefined ? 'person' : rightTo(operationId);
};

/** The door of the dashboard: the session's cookie, and the organisation that the person has chosen, in which they need the route's right. */
export const sessionDoor = (findPerson: FindPerson, baseUrl: string): Door => {
  const baseOrigin = new URL(baseUrl).origin;
  return async (request): Promise<Caller | RefusalCode> => {
    if (!isOwnPage(request, baseOrigin)) return 'cross_site';
    const visit = visitOf(request);
    const right = rightOf(request);
    const limits = { requests: personLimit, create: personLimit, join: personLimit };
    if (right === 'anyone') return { organisationId: '', keyId: '', limits, visit };
    const found = await findPerson(visit.cookie, headerOf(request, organisationHeader.toLowerCase()), right);
    if (typeof found === 'string') return found;
    const { organisationId, person, create, join, suspended } = found;
    // People of a suspended organisation still see what it has, and why it is suspended.
    const isStopped = suspended !== null && request.method !== 'GET';
    return {
      organisationId,
      keyId: person.id,
      limits: { ...limits, create, join },
      visit,
      person,
      ...(isStopped ? { suspended } : {}),
    };
  };
};

export const describeSessionDoor: DescribeDoor = (route) => {
  const right = rightTo(route.operationId);
  const refuses: RefusalCode[] = ['cross_site'];
  if (right === 'anyone') return { refuses };
  refuses.push('session_missing');
  if (right === 'operator') refuses.push('not_found');
  if (roleFor(right) === undefined) return { refuses };
  refuses.push('organisation_missing', 'organisation_not_found', 'not_allowed', 'organisation_suspended');
  return { refuses, header: [organisationHeader, 'The organisation you act for, as you chose: `org_…`. Required.'] };
};
