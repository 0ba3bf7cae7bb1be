import { ok, route } from '../../http/route.ts';
import { type DescribeInstallation, Installation } from '../describe-installation.ts';

export const getInstallationRoute = (describe: DescribeInstallation) =>
  route({
    method: 'GET',
    path: '/operator/installation',
    operationId: 'getInstallation',
    tag: 'Operator',
    summary: 'State of the installation',
    description: 'What the installation is made of, and whether each part is there.',
    answers: { 200: Installation },
    refuses: [],
    handle: async () => ok(await describe()),
  });
