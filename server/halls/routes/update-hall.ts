import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Nullable } from '../../schemas.ts';
import { Hall, HallParams, hallFields } from '../present-hall.ts';
import type { UpdateHall } from '../update-hall.ts';

const HallChange = Type.Object(
  {
    name: Type.Optional(Nullable(hallFields.name)),
    external_id: Type.Optional(Nullable(hallFields.external_id)),
    metadata: Type.Optional(hallFields.metadata),
  },
  { additionalProperties: false, examples: [{ name: 'Algebra II, Wednesday' }] },
);

export const updateHallRoute = (updateHall: UpdateHall) =>
  route({
    method: 'PATCH',
    path: '/halls/:id',
    operationId: 'updateHall',
    tag: 'Halls',
    summary: 'Change a hall',
    description:
      'Changes the fields that are given. null removes a name or external_id; metadata is replaced as a whole.',
    params: HallParams,
    body: HallChange,
    answers: { 200: Hall },
    refuses: ['hall_not_found'],
    handle: async ({ caller, params, body }) => ok(await updateHall(caller.organisationId, params.id, body)),
  });
