/** What a remembered answer is bound to where it is sealed. */
export const answerContext = (organisationId: string, key: string): string =>
  `idempotent_requests ${organisationId} ${key}`;
