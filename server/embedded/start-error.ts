/**
 * Hall cannot start as it was asked to. The message is for the operator and is printed alone, without a stack:
 * what happened, and what to do about it.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
