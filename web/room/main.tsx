import '../shared/theme.css';
import '../shared/controls.css';
import './room.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Mishap } from './ending/mishap.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <Mishap>
      <App />
    </Mishap>
  </StrictMode>,
);

// Another link pasted into the same tab differs in its fragment only, which loads nothing by itself.
addEventListener('hashchange', () => location.reload());
