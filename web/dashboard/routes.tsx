import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Shell } from './shell/shell.tsx';
import { Failure } from './states/failure.tsx';
import { NoSuchPage } from './states/no-such-page.tsx';

const textIn = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name];
  // The router reads what looks like a number as one.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const recordingStatuses = ['starting', 'recording', 'uploading', 'completed', 'failed'] as const;

const oneOf = <Choice extends string>(
  search: Record<string, unknown>,
  name: string,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === search[name]);

const given = <Search extends Record<string, unknown>>(search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [name in keyof Search]?: Exclude<Search[name], undefined>;
  };

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => given({ next: textIn(search, 'next') }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: '/single-sign-on',
  validateSearch: (search) =>
    given({ code: textIn(search, 'code'), state: textIn(search, 'state'), iss: textIn(search, 'iss') }),
  component: lazyRouteComponent(() => import('./pages/single-sign-on/single-sign-on-page.tsx'), 'SingleSignOnPage'),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./pages/forgotten/forgotten-page.tsx'), 'ForgottenPage'),
});

/** What the links of set-up, invitations and new passwords open; their secret is in the fragment. */
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./pages/link/link-page.tsx'), 'LinkPage'),
});

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const halls = createRoute({
  getParentRoute: () => shell,
  path: '/halls',
  validateSearch: (search) =>
    given({ status: oneOf(search, 'status', ['open', 'closed'] as const), external_id: textIn(search, 'external_id') }),
  component: lazyRouteComponent(() => import('./pages/halls/halls-page.tsx'), 'HallsPage'),
});

const hall = createRoute({
  getParentRoute: () => shell,
  path: '/halls/$hallId',
  component: lazyRouteComponent(() => import('./pages/hall/hall-page.tsx'), 'HallPage'),
});

const recordings = createRoute({
  getParentRoute: () => shell,
  path: '/recordings',
  validateSearch: (search) =>
    given({ status: oneOf(search, 'status', recordingStatuses), hall_id: textIn(search, 'hall_id') }),
  component: lazyRouteComponent(() => import('./pages/recordings/recordings-page.tsx'), 'RecordingsPage'),
});

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: '/first-steps',
  component: lazyRouteComponent(() => import('./pages/first-steps/first-steps-page.tsx'), 'FirstStepsPage'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});

const organisation = createRoute({
  getParentRoute: () => shell,
  path: '/settings/organisation',
  component: lazyRouteComponent(() => import('./pages/organisation/organisation-page.tsx'), 'OrganisationPage'),
});

const storage = createRoute({
  getParentRoute: () => shell,
  path: '/settings/storage',
  component: lazyRouteComponent(() => import('./pages/storage/storage-page.tsx'), 'StoragePage'),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./pages/members/members-page.tsx'), 'MembersPage'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./pages/webhook/webhook-page.tsx'), 'WebhookPage'),
});

const usage = createRoute({
  getParentRoute: () => shell,
  path: '/usage',
  validateSearch: (search) => given({ span: oneOf(search, 'span', ['month', 'quarter', 'year'] as const) }),
  component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  validateSearch: (search) =>
    given({ action: textIn(search, 'action'), from: textIn(search, 'from'), until: textIn(search, 'until') }),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const operator = createRoute({
  getParentRoute: () => shell,
  path: '/operator',
  component: lazyRouteComponent(() => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
});

const installation = createRoute({
  getParentRoute: () => operator,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/operator/installation-part.tsx'), 'InstallationPart'),
});

const organisations = createRoute({
  getParentRoute: () => operator,
  path: '/organisations',
  component: lazyRouteComponent(() => import('./pages/operator/organisations-part.tsx'), 'OrganisationsPart'),
});

const plans = createRoute({
  getParentRoute: () => operator,
  path: '/plans',
  component: lazyRouteComponent(() => import('./pages/operator/plans-part.tsx'), 'PlansPart'),
});

const people = createRoute({
  getParentRoute: () => operator,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/operator/people-part.tsx'), 'PeoplePart'),
});

const pages = [
  overview,
  firstSteps,
  halls,
  hall,
  recordings,
  keys,
  webhooks,
  webhook,
  usage,
  audit,
  organisation,
  storage,
  members,
  account,
  operator.addChildren([installation, organisations, plans, people]),
];

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([signIn, singleSignOn, link, forgotten, shell.addChildren(pages)]),
    basepath: '/dashboard',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
