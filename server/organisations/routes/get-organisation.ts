import { ok, route } from '../../http/route.ts';
import type { GetOrganisation } from '../get-organisation.ts';
import { Organisation } from '../present-organisation.ts';

export const getOrganisationRoute = (getOrganisation: GetOrganisation) =>
  route({
    method: 'GET',
    path: '/organisation',
    operationId: 'getOrganisation',
    tag: 'Organisation',
    summary: 'Get your organisation',
    description: 'Whose key this is, the limits that apply to it, and what it uses of them.',
    answers: { 200: Organisation },
    refuses: [],
    handle: async ({ caller }) => ok(await getOrganisation(caller.organisationId)),
  });
