/** Why a camera, microphone or screen could not be had, and what a person can do about it. */

export type Kind = 'camera' | 'microphone';
export type Trouble = 'blocked' | 'missing' | 'busy' | 'insecure' | 'failed';

/** Names a rejection of getUserMedia. Browsers agree on the error's name and on nothing else about it. */
export function troubleOf(error: unknown): Trouble {
  // Left out by browsers, against the DOM's types, on pages that came over plain http.
  if (navigator.mediaDevices === undefined) return 'insecure';
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return 'blocked';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

export function describeTrouble(kinds: readonly Kind[], trouble: Trouble): { title: string; advice: string } {
  const what = kinds.join(' and ');
  const them = kinds.length > 1 ? 'them' : 'it';
  switch (trouble) {
    case 'blocked':
      return {
        title: `Your browser blocks the ${what}`,
        advice: `Allow ${them} at the icon beside the page’s address, then try again.${isEmbedded() ? ' If this hall is part of another page, that page has to allow it as well.' : ''}`,
      };
    case 'missing':
      return {
        title: `No ${kinds.join(' and no ')} found`,
        advice: `Connect ${kinds.length > 1 ? 'one of each' : 'one'}, then try again.`,
      };
    case 'busy':
      return {
        title: `Your ${what} cannot be used right now`,
        advice: `Another program may be using ${them}. Close it, then try again.`,
      };
    case 'insecure':
      return {
        title: `This page cannot use your ${what}`,
        advice: `Browsers allow ${them} on secure pages only. Open the hall with an address that begins with https.`,
      };
    case 'failed':
      return {
        title: `Your ${what} could not be started`,
        advice: `Disconnect ${them} and connect ${them} again, or choose another device.`,
      };
  }
}

const isEmbedded = () => window.self !== window.top;
