import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const looks: Readonly<Record<Look, string>> = {
  plain: '',
  primary: 'button-primary',
  danger: 'button-danger',
  quiet: 'button-quiet',
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: Look = 'plain', small = false): string =>
  ['button', looks[look], small ? 'button-small' : ''].filter((name) => name !== '').join(' ');

/** While `busy` it cannot be pressed again; it keeps its width and its words, which tell what is being done. */
export function Button({
  look = 'plain',
  small = false,
  busy = false,
  icon,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; small?: boolean; busy?: boolean; icon?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, small)}
      aria-busy={busy}
      disabled={rest.disabled === true || busy}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
