/** What was written into a field, without the blanks around it; a password keeps them. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  if (typeof value !== 'string') return '';
  return name.includes('password') ? value : value.trim();
};

/** The same, undefined for a field that was left empty. */
export const textIn = (form: FormData, name: string): string | undefined => {
  const text = textOf(form, name);
  return text === '' ? undefined : text;
};

export const numberIn = (form: FormData, name: string): number | undefined => {
  const text = textIn(form, name);
  return text === undefined ? undefined : Number(text);
};
