import '../shared/theme.css';
import '../shared/controls.css';
import './kit/kit.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/queries.ts';
import { ToastProvider } from './kit/toast.tsx';
import { makeRouter } from './routes.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const router = makeRouter();
const queries = makeQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname.startsWith('/sign-in') || pathname.startsWith('/link')) return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { next: `${pathname}${searchStr}` } });
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
