import { createHash, randomUUID } from 'node:crypto';
import { signToken } from '../../server/media/livekit-token.ts';

export type Signer = { readonly apiKey: string; readonly apiSecret: string };

/** A webhook as LiveKit would send it about somebody in a room; what is given wins. */
export const mediaEvent = (fields: {
  event: string;
  room: string;
  identity: string;
  session: string;
  id?: string;
  at?: number;
}) => ({
  event: fields.event,
  id: fields.id ?? `EV_${randomUUID()}`,
  createdAt: String(Math.floor((fields.at ?? Date.now()) / 1000)),
  room: { sid: 'RM_test', name: fields.room },
  participant: {
    sid: fields.session,
    identity: fields.identity,
    joinedAt: String(Math.floor((fields.at ?? Date.now()) / 1000)),
    joinedAtMs: String(fields.at ?? Date.now()),
    attributes: { role: 'participant' },
  },
});

/** The Authorization header that LiveKit sends with a body. */
export const signatureOf = (body: string, { apiKey, apiSecret }: Signer, exp = Date.now() / 1000 + 300): string =>
  signToken(
    {
      iss: apiKey,
      video: {},
      sha256: createHash('sha256').update(body).digest('base64'),
      nbf: Math.floor(Date.now() / 1000) - 10,
      exp: Math.floor(exp),
    },
    apiSecret,
  );

/** Sends an event to a Hall as LiveKit does and gives the status of the answer. */
export const sendMediaEvent = async (hallUrl: string, event: object, signer: Signer): Promise<number> => {
  const body = JSON.stringify(event);
  const answer = await fetch(`${hallUrl}/media/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/webhook+json', authorization: signatureOf(body, signer) },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
};
