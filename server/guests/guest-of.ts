import { HallError } from '../errors.ts';
import type { GuestRow } from './guest-store.ts';

type Asking = { readonly guest?: GuestRow };

/** Who asks, when it may be anybody with a token of the hall. */
export const guestOf = ({ guest }: Asking): GuestRow => {
  if (guest === undefined) throw new Error('a route of guests was reached through another door');
  return guest;
};

/** Who asks, when it takes a host of the hall. */
export const hostOf = (asking: Asking): GuestRow => {
  const guest = guestOf(asking);
  if (guest.role !== 'host') throw new HallError('host_only');
  return guest;
};
