import { expect, test } from 'vitest';
import { readHallView } from './hall-view.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const answer = {
  hall: { id: 'hall_1', name: 'Algebra', status: 'open', expires_at: '2026-11-21T13:00:00Z' },
  organisation: { name: 'School', logo_url: 'https://school.example/logo.svg', colour: '#335577' },
  participant: { id: 'part_1', name: 'Ada', role: 'host' },
  server_url: 'wss://media.example',
  now: '2026-11-21T12:03:00Z',
};

test('what Hall says, with its clock beside ours', () => {
  expect(readHallView(answer, now)).toEqual({
    hall: { name: 'Algebra', expiresAt: now + 3_600_000 },
    organisation: { name: 'School', logoUrl: 'https://school.example/logo.svg', colour: '#335577' },
    participant: { name: 'Ada', role: 'host' },
    serverUrl: 'wss://media.example',
    clockAhead: 180_000,
  });
});

test.each(['http://school.example/a.png', 'data:image/svg+xml,<svg/>', 'javascript:1', '', null])(
  'a logo is a picture that comes over https, and %j is none',
  (logo_url) => {
    const view = readHallView({ ...answer, organisation: { ...answer.organisation, logo_url } });
    expect(view?.organisation.logoUrl).toBeUndefined();
  },
);

test.each(['red', '#fff', '#335577;', null])('%j is no colour', (colour) => {
  const view = readHallView({ ...answer, organisation: { ...answer.organisation, colour } });
  expect(view?.organisation.colour).toBeUndefined();
});

test.each([undefined, null, 'no', [], {}, { ...answer, now: '?' }, { ...answer, participant: { role: 'king' } }])(
  '%j is not Hall speaking',
  (other) => {
    expect(readHallView(other)).toBeUndefined();
  },
);
