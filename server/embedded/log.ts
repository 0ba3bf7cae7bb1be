/** The part of a pino logger that the embedded parts use. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Tells the person who watches the start what is being waited for: one line, without a full stop or newline. */
export type Report = (message: string) => void;
