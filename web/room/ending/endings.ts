/** How a visit can end, in the words a participant reads. `action` is there only where trying again can help. */
interface EndingText {
  title: string;
  text: string;
  action?: string;
}

const catalogue = {
  left: {
    title: 'You left the hall',
    text: 'You can close this page, or go back in while the hall is open.',
    action: 'Rejoin',
  },
  closed: {
    title: 'This hall has ended',
    text: 'It was closed for everyone. You can close this page.',
  },
  removed: {
    title: 'You were removed from this hall',
    text: 'A host ended your visit. If this was a mistake, ask the host for a new link.',
  },
  duplicate: {
    title: 'You joined from somewhere else',
    text: 'Your link was opened in another tab or on another device. It works in one place at a time.',
    action: 'Join here instead',
  },
  full: {
    title: 'This hall is full',
    text: 'All places are taken at the moment. Try again when somebody has left.',
    action: 'Try again',
  },
  link_missing: {
    title: 'This link is incomplete',
    text: 'Its last part is missing. Open the whole link from your invitation again.',
  },
  link_invalid: {
    title: 'This link does not work',
    text: 'Part of it may have been lost when it was copied. Open the whole link again, or ask for a new one.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'Links can be used for a limited time. Ask the person who invited you for a new one.',
  },
  unreachable: {
    title: 'The hall cannot be reached',
    text: 'Check your internet connection. If it works, the server is away for the moment; try again shortly.',
    action: 'Try again',
  },
  media_blocked: {
    title: 'Your network blocks the call',
    text: 'The hall answers, but sound and picture cannot get through. Turn off your VPN, or try another network.',
    action: 'Try again',
  },
  lost: {
    title: 'The connection was lost',
    text: 'Reconnecting did not work. Check your internet connection, then join again.',
    action: 'Rejoin',
  },
  unsupported: {
    title: 'This browser cannot take part in calls',
    text: 'Open the link in a current version of Chrome, Edge, Firefox or Safari.',
  },
  unknown: {
    title: 'Something went wrong',
    text: 'This should not have happened. Trying again often helps.',
    action: 'Try again',
  },
} satisfies Record<string, EndingText>;

export type Ending = keyof typeof catalogue;

export const endingText = (ending: Ending): EndingText => catalogue[ending];
