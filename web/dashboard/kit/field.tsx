import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import './field.css';

type Around = {
  label: string;
  /** Where the place alone says what it is for. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A label, what there is to know about the field, and what is wrong with what was given. */
function Field({
  label,
  hideLabel = false,
  hint,
  error,
  children,
}: Around & { children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId();
  const about = `${id}-about`;
  const described = hint !== undefined || error !== undefined;
  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': about } : {}),
        ...(error === undefined ? {} : { 'aria-invalid': true as const }),
      })}
      {described && (
        <p id={about} className={error === undefined ? 'field-hint' : 'field-error'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...input} {...ids} className="input" />}
    </Field>
  );
}

type SelectFieldProps = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'children'> & {
    choices: readonly (readonly [value: string, label: string])[];
  };

export function SelectField({ label, hideLabel = false, hint, error, choices, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> & {
  label: string;
  hint?: ReactNode;
};

export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="check">
      <input
        {...input}
        id={id}
        type="checkbox"
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-about` })}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-about`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
