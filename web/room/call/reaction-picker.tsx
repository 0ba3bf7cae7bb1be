import { useState } from 'react';
import { ReactionIcon } from '../../shared/icons.tsx';
import { RoundButton } from '../round-button.tsx';
import { type Emoji, emojis, reactionWords } from './reactions.ts';
import './reactions.css';

const id = 'reactions';

/** A popover: the browser closes it on Escape and on a click elsewhere, and gives the focus back. */
export function ReactionPicker({ disabled, onPick }: { disabled: boolean; onPick: (emoji: Emoji) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RoundButton label="React" icon={<ReactionIcon />} disabled={disabled} expanded={isOpen} opens={id} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a border and a legend */}
      <div
        id={id}
        className="reaction-picker"
        popover="auto"
        role="group"
        aria-label="Reactions"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {emojis.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="reaction-choice"
            aria-label={reactionWords[emoji]}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
    </>
  );
}
