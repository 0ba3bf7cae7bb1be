import Fastify from 'fastify';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/open-database.ts';
import type { Metadata } from '../server/database/tables.ts';
import { getHall } from '../server/halls/get-hall.ts';
import { hallStore } from '../server/halls/hall-store.ts';
import { presentHall } from '../server/halls/present-hall.ts';
import { getHallRoute } from '../server/halls/routes/get-hall.ts';
import { newId } from '../server/ids.ts';
import { livekit } from '../server/media/livekit.ts';
import { participantStore } from '../server/participants/participant-store.ts';
import { presentParticipant } from '../server/participants/present-participant.ts';
import { joinHallRoute } from '../server/participants/routes/join-hall.ts';

/*
 * What Hall is compared with: a Fastify server with the same pool, the same SQL, the same token and the same serialisation
 * of the same answers, and nothing else: no authentication, limits, validation, ids of requests, metrics or log.
 */

const config = readConfig(process.env);
const { LIVEKIT_URL: url = '', LIVEKIT_API_KEY: apiKey = '', LIVEKIT_API_SECRET: apiSecret = '' } = config;
const opened = openDatabase(
  { connectionString: config.DATABASE_URL ?? '' },
  { poolSize: config.DATABASE_POOL_SIZE, onLost: () => {} },
);
const halls = hallStore(opened.database);
const participants = participantStore(opened.database);
const media = livekit({ url, apiKey, apiSecret, installationId: 'bare', observe: () => {} });

// Only their answers' schemas are used.
const getAnswer = getHallRoute(getHall(halls)).answers[200];
const joinAnswer = joinHallRoute(() => Promise.reject(new Error('not asked'))).answers[200];

type Given = { Params: { id: string }; Headers: { 'x-organisation': string } };
type JoinGiven = Given & { Body: { name: string; metadata: Metadata } };

const app = Fastify();
app.get('/readyz', async () => ({ parts: [] }));
app.get<Given>('/halls/:id', { schema: { response: { 200: getAnswer } } }, async ({ params, headers }) => {
  const row = await halls.find(headers['x-organisation'], params.id);
  if (row === undefined) throw new Error('no such hall');
  return presentHall(row);
});
app.post<JoinGiven>(
  '/halls/:id/join',
  { schema: { response: { 200: joinAnswer } } },
  async ({ params, headers, body }) => {
    const invited = await participants.invite(headers['x-organisation'], params.id, {
      id: newId('part'),
      name: body.name,
      user_id: null,
      role: 'participant',
      metadata: body.metadata,
      isEnterable: true,
      tokenTtlSeconds: 600,
    });
    const participant = invited?.participant;
    if (participant == null) throw new Error('nobody was invited');
    const token = media.admit({
      room: params.id,
      participantId: participant.id,
      name: participant.name,
      role: participant.role,
      metadata: participant.metadata,
      expiresAt: Math.floor(participant.token_expires_at.getTime() / 1000),
    });
    return {
      participant: presentParticipant(participant),
      server_url: url,
      participant_token: token,
      join_url: `${config.baseUrl}/halls/${params.id}#token=${token}`,
      expires_at: participant.token_expires_at.toISOString(),
    };
  },
);
await app.listen({ port: config.PORT, host: config.HOST });
process.once('SIGTERM', async () => {
  await app.close();
  await Promise.all([media.close(), opened.close()]);
  process.exit();
});
