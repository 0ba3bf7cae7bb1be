import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import './menu.css';

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** A button that opens a list of acts. Arrow keys walk it, Escape and a click elsewhere close it. */
export function Menu({
  label,
  button,
  buttonClass,
  named = false,
  upwards = false,
  children,
}: {
  label: string;
  /** The button's words say what it is; otherwise the label does. */
  named?: boolean;
  button: ReactNode;
  buttonClass: string;
  upwards?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [fromStart, setFromStart] = useState(false);
  const id = useId();

  // It ends where its button ends, unless it would begin outside the window: where buttons wrap on a phone.
  useLayoutEffect(() => {
    if (open && (menu.current?.getBoundingClientRect().left ?? 0) < 0) setFromStart(true);
    if (!open) setFromStart(false);
  }, [open]);

  useEffect(() => {
    if (!open) return;
    itemsIn(around.current)[0]?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && around.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    around.current?.querySelector('button')?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
    if (step === undefined) return;
    event.preventDefault();
    if (!open) return setOpen(true);
    const all = itemsIn(around.current);
    const here = all.findIndex((item) => item.matches(':focus'));
    all[(here + step + all.length) % all.length]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the menu and its button
    <div className="menu-around" ref={around} onKeyDown={walk}>
      <button
        type="button"
        className={buttonClass}
        {...(named ? {} : { 'aria-label': label })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a choice by key is a click on the item
        <div
          id={id}
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={['menu', upwards && 'menu-up', fromStart && 'menu-from-start'].filter(Boolean).join(' ')}
          onClick={() => setOpen(false)}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export function MenuItem({
  onSelect,
  danger = false,
  checked,
  children,
}: {
  onSelect: () => void;
  danger?: boolean;
  /** For one of several choices. */
  checked?: boolean;
  children: ReactNode;
}) {
  const choice = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={danger ? 'menu-item danger' : 'menu-item'}
      {...choice}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}
