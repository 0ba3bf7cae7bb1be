import type { CSSProperties } from 'react';
import { initialOf, shadeOf } from '../shared/initial.ts';

/** A person without a picture: the first letter of the name on a colour that stays the same for the same person. */
export function Avatar({ id, name }: { id: string; name: string }) {
  return (
    <span className="avatar" style={{ '--shade': shadeOf(id) } as CSSProperties} aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
