import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Shell } from './shell/shell.tsx';
import { Failure } from './states/failure.tsx';
import { NoSuchPage } from './states/no-such-page.tsx';

const textIn = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

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

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([signIn, link, shell.addChildren([overview, halls, hall])]),
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
