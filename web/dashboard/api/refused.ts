type Fault = { readonly path: string; readonly message: string };

/** Hall's answer was a refusal, or there was none: then the code is `no_answer`. The message is for people. */
export class Refused extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  /** Which fields of what was sent are wrong. */
  readonly faults: readonly Fault[];

  constructor(refusal: { status?: number; code: string; detail: string; faults?: readonly Fault[] }) {
    super(refusal.detail);
    this.status = refusal.status ?? 0;
    this.code = refusal.code;
    this.faults = refusal.faults ?? [];
  }
}

const textIn = (answer: unknown, field: string): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, field);
  return typeof value === 'string' ? value : undefined;
};

const faultsIn = (answer: unknown): Fault[] => {
  if (typeof answer !== 'object' || answer === null || !('errors' in answer) || !Array.isArray(answer.errors))
    return [];
  return answer.errors.map((fault: unknown) => ({
    path: textIn(fault, 'path') ?? '',
    message: textIn(fault, 'message') ?? '',
  }));
};

/** Reads an error of Hall's, or of whatever stands before it and speaks no JSON. */
export const readRefusal = async (response: Response): Promise<Refused> => {
  const answer: unknown = await response.json().catch(() => undefined);
  return new Refused({
    status: response.status,
    code: textIn(answer, 'code') ?? 'unreadable',
    detail: textIn(answer, 'detail') ?? `Hall answered ${response.status} without saying why. Try again in a moment.`,
    faults: faultsIn(answer),
  });
};

/** What to tell people about anything that was thrown. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Refused)) return 'Something in this page went wrong. Reload it and try again.';
  if (error.faults.length === 0) return error.message;
  return error.faults.map(({ path, message }) => `${path.slice(1).replaceAll('_', ' ')} ${message}`).join('; ');
};
