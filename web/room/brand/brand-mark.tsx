import { useState } from 'react';
import type { Organisation } from '../hall-view.ts';
import './brand.css';

/** The organisation's logo, or its name where there is none or where it does not load. */
export function BrandMark({ organisation: { name, logoUrl } }: { organisation: Organisation }) {
  const [failed, setFailed] = useState<string>();
  if (logoUrl === undefined || logoUrl === failed) return <span className="brand-name">{name}</span>;
  return (
    <img
      className="brand-logo"
      src={logoUrl}
      alt={name}
      // The link to the hall is nobody else's business.
      referrerPolicy="no-referrer"
      onError={() => setFailed(logoUrl)}
    />
  );
}
