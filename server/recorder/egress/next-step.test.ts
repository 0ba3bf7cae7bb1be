import { expect, test } from 'vitest';
import type { Egress, EgressState } from '../../media/livekit-egress.ts';
import { nextStep, type Standing, usualPatience } from './next-step.ts';

const standing = (changes: Partial<Standing> = {}): Standing => ({
  status: 'recording',
  isWanted: true,
  isDeleted: false,
  egressId: 'EG_1',
  askedFor: 5,
  mayAsk: true,
  absentFor: 0,
  deafFor: 0,
  ...changes,
});

const egress = (state: EgressState, error = ''): Egress => ({
  id: 'EG_1',
  state,
  key: 'hall_1/rec_1.mp4',
  startedAt: undefined,
  error,
  file: undefined,
});

const { answer, begin, absent, deaf } = usualPatience;
const fresh = { status: 'starting', egressId: null, askedFor: null } as const;

test('a new one is asked for, after a refusal when the pause is over', () => {
  expect(nextStep(standing(fresh), undefined)).toEqual({ do: 'ask' });
  expect(nextStep(standing({ ...fresh, mayAsk: false }), undefined)).toEqual({ do: 'wait' });
});

test('while an answer is awaited nobody else is asked, whatever is wanted', () => {
  for (const wish of [{}, { isWanted: false }, { isDeleted: true }]) {
    const asked = { ...fresh, ...wish, askedFor: answer - 1 };
    expect(nextStep(standing(asked), undefined)).toEqual({ do: 'wait' });
  }
  expect(nextStep(standing({ ...fresh, askedFor: answer }), undefined)).toEqual({ do: 'ask' });
});

test('nobody wants it before a worker had it: it failed, and is removed when deleted', () => {
  expect(nextStep(standing({ ...fresh, isWanted: false }), undefined)).toMatchObject({ do: 'fail', next: false });
  expect(nextStep(standing({ ...fresh, isWanted: false, isDeleted: true }), undefined)).toEqual({ do: 'remove' });
});

test('a worker that took it and does not begin is given up after a while', () => {
  const at = (askedFor: number) => nextStep(standing({ status: 'starting', askedFor }), egress('starting'));
  expect(at(begin - 1)).toEqual({ do: 'wait' });
  expect(at(begin)).toMatchObject({ do: 'ask again' });
});

test.each<EgressState>(['failed', 'aborted'])('%s before it recorded: asked again while wanted', (state) => {
  expect(nextStep(standing({ status: 'starting' }), egress(state))).toMatchObject({ do: 'ask again' });
  expect(nextStep(standing({ status: 'starting', isWanted: false }), egress(state))).toMatchObject({ do: 'fail' });
});

test('forgotten by LiveKit before it recorded: asked again', () => {
  expect(nextStep(standing({ status: 'starting' }), undefined)).toMatchObject({ do: 'ask again' });
});

test('each state of LiveKit leads to that of Hall, one step after the other, even when some were not seen', () => {
  for (const state of ['active', 'ending', 'complete', 'limit_reached'] as const)
    expect(nextStep(standing({ status: 'starting' }), egress(state))).toEqual({ do: 'begin' });
  for (const state of ['ending', 'complete', 'limit_reached'] as const)
    expect(nextStep(standing(), egress(state))).toEqual({ do: 'end', next: true });
  for (const state of ['complete', 'limit_reached'] as const)
    expect(nextStep(standing({ status: 'uploading', isWanted: false }), egress(state))).toEqual({ do: 'check' });
  expect(nextStep(standing(), egress('active'))).toEqual({ do: 'wait' });
});

test('it is stopped when nobody wants it, until it hears', () => {
  expect(nextStep(standing({ isWanted: false }), egress('active'))).toEqual({ do: 'stop' });
  expect(nextStep(standing({ isWanted: false, deafFor: deaf - 1 }), egress('active'))).toEqual({ do: 'stop' });
});

test('a worker is gone when its browser is, and nobody hears its name', () => {
  expect(nextStep(standing({ absentFor: absent - 1 }), egress('active'))).toEqual({ do: 'wait' });
  expect(nextStep(standing({ absentFor: absent }), egress('active'))).toEqual({ do: 'stop' });
  const lost = nextStep(standing({ absentFor: absent + deaf, deafFor: deaf }), egress('active'));
  expect(lost).toMatchObject({ do: 'lose', next: true });
});

test('one that died while it uploaded is found out', () => {
  const at = (deafFor: number) =>
    nextStep(standing({ status: 'uploading', isWanted: false, deafFor }), egress('ending'));
  expect(at(0)).toEqual({ do: 'stop' });
  expect(at(deaf)).toMatchObject({ do: 'lose', next: false });
});

test('what failed says what failed, and another recording goes on while somebody is inside', () => {
  const upload = nextStep(standing(), egress('failed', 'upload failed: S3: AccessDenied'));
  expect(upload).toMatchObject({ do: 'fail', next: true, failure: expect.stringContaining('could not upload') });
  const other = nextStep(standing({ isWanted: false }), egress('failed', 'pipeline frozen'));
  expect(other).toMatchObject({ do: 'fail', next: false, failure: expect.stringContaining('is lost') });
});

test('a deleted one is stopped first, and removed when nothing runs any more', () => {
  const deleted = standing({ isDeleted: true, isWanted: false });
  expect(nextStep(deleted, egress('active'))).toEqual({ do: 'stop' });
  expect(nextStep({ ...deleted, deafFor: deaf }, egress('active'))).toEqual({ do: 'remove' });
  for (const end of [egress('complete'), egress('failed'), undefined])
    expect(nextStep(deleted, end)).toEqual({ do: 'remove' });
});
