import { Type } from 'typebox';
import { created, route } from '../../http/route.ts';
import { Nullable } from '../../schemas.ts';
import type { OpenHall } from '../open-hall.ts';
import { Hall, hallFields } from '../present-hall.ts';

const seconds = (description: string) => Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400, description }));

const HallWish = Type.Object(
  {
    name: Type.Optional(Nullable(hallFields.name)),
    external_id: Type.Optional(Nullable(hallFields.external_id)),
    record: Type.Optional(
      Type.Boolean({ default: false, description: 'Record whenever somebody is in the hall. Needs storage settings.' }),
    ),
    max_participants: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: "How many may be inside at once. Default and most: the plan's.",
      }),
    ),
    empty_timeout_seconds: seconds(
      'Closes when empty for so long, counted from creation or the last leave. Default: 600.',
    ),
    max_duration_seconds: seconds("Closes so long after creation, whoever is inside. Default and most: the plan's."),
    metadata: Type.Optional(hallFields.metadata),
  },
  { additionalProperties: false, examples: [{ name: 'Algebra II, Tuesday', external_id: 'lesson-4711' }] },
);

export const openHallRoute = (openHall: OpenHall) =>
  route({
    method: 'POST',
    path: '/halls',
    operationId: 'createHall',
    tag: 'Halls',
    summary: 'Create a hall',
    description:
      'Opens a hall: its media room is there when this answers. It counts against max_concurrent_halls until it is closed. ' +
      'A 502 means that no hall was made and no capacity is taken: retry, best with the same Idempotency-Key.',
    limit: 'create',
    body: HallWish,
    answers: { 201: Hall },
    refuses: [
      'storage_not_configured',
      'recorder_unavailable',
      'plan_limit',
      'plan_limit_participants',
      'plan_limit_duration',
      'media_unavailable',
    ],
    handle: async ({ caller, body, attempt }) => {
      const hall = await openHall(caller.organisationId, body, attempt);
      return created(hall, `/v1/halls/${hall.id}`);
    },
  });
