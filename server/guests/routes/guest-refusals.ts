import type { RefusalCode } from '../../errors.ts';

/** What the guests' door answers to a token that admits to nothing any more. */
export const guestRefusals: readonly RefusalCode[] = [
  'token_invalid',
  'token_expired',
  'participant_removed',
  'hall_closed',
  'hall_not_found',
];
