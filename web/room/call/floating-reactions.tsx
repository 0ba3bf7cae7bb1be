import { useReactionsOf } from './in-call.ts';

/** Decoration: what they say is announced once for everyone. */
export function FloatingReactions({ identity }: { identity: string }) {
  return (
    <div className="reactions" aria-hidden="true">
      {useReactionsOf(identity).map(({ id, emoji }) => (
        <span key={id} className="reaction" style={{ right: `${(id % 5) * 14}px` }}>
          {emoji}
        </span>
      ))}
    </div>
  );
}
