/**
 * What a page's Content-Security-Policy has to let it connect to, so that it reaches LiveKit at this address (ws: or wss:, http:
 * or https:). LiveKit's client asks by HTTP, too, why it was refused.
 */
export const livekitSources = (serverUrl: string): string => {
  const { protocol, host } = new URL(serverUrl);
  const secure = protocol === 'wss:' || protocol === 'https:' ? 's' : '';
  return `ws${secure}://${host} http${secure}://${host}`;
};
