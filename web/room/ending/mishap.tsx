import { Component, type ReactNode } from 'react';
import { EndingPage } from './ending-page.tsx';

/** A fault of the page itself ends the visit in words, too, and not on an empty page. */
export class Mishap extends Component<{ children: ReactNode }, { happened: boolean }> {
  override state = { happened: false };

  static getDerivedStateFromError() {
    return { happened: true };
  }

  override render() {
    if (!this.state.happened) return this.props.children;
    return <EndingPage ending="unknown" onAction={() => location.reload()} />;
  }
}
