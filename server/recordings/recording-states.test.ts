import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  after,
  awaySeconds,
  leadingTo,
  lostSeconds,
  type RecordingFact,
  type RecordingStatus,
  settlementOf,
} from './recording-states.ts';

const statuses: RecordingStatus[] = ['starting', 'recording', 'uploading', 'completed', 'failed'];
const facts: RecordingFact[] = [
  'captured',
  'ended',
  'ended_empty',
  'recorder_away',
  'recorder_lost',
  'recorder_back',
  'checked',
];

describe('the states of a recording', () => {
  test('are left as the table says, and in no other way', () => {
    const way = statuses.flatMap((from) => facts.map((fact) => [from, fact, after(from, fact)] as const));
    expect(way.filter(([, , to]) => to !== undefined)).toEqual([
      ['starting', 'captured', 'recording'],
      ['starting', 'ended_empty', 'failed'],
      ['recording', 'ended', 'uploading'],
      ['recording', 'ended_empty', 'failed'],
      ['recording', 'recorder_away', 'uploading'],
      ['uploading', 'ended_empty', 'failed'],
      ['uploading', 'recorder_lost', 'failed'],
      ['uploading', 'checked', 'completed'],
      ['failed', 'recorder_back', 'uploading'],
    ]);
  });

  test('lead to completed by nothing but a checked size', () => {
    for (const fact of facts) expect(leadingTo(fact).some(({ to }) => to === 'completed')).toBe(fact === 'checked');
  });
});

/** What may happen in a second to a recording, its recorder, its storage and the wish for it. */
type Fault = 'recorder dies' | 'recorder comes back' | 'storage goes' | 'storage comes back' | 'nothing';
const faults: Fault[] = ['recorder dies', 'recorder comes back', 'storage goes', 'storage comes back', 'nothing'];

/** The recorders and the settling, second by second; `free`: whether a recorder takes what nobody has. */
const live = (script: readonly Fault[], { free, wantedFor }: { free: boolean; wantedFor: number }) => {
  let status: RecordingStatus = 'starting';
  let isAlive = true;
  let isStored = true;
  let isTaken = false;
  let material = 0;
  let seconds = 0;
  let leasedFor: number | null = null;
  let isWanted = true;
  const told: RecordingStatus[] = [status];
  const set = (fact: RecordingFact): void => {
    const to = after(status, fact);
    if (to === undefined) return;
    status = to;
    told.push(to);
  };
  const recorder = (): void => {
    if (!isTaken && status === 'starting' && free && isWanted) isTaken = true;
    if (!isTaken) return;
    leasedFor = 10;
    if (status === 'failed' && material > 0) set('recorder_back');
    if (isWanted && (status === 'starting' || status === 'recording')) {
      material += 1;
      set('captured');
    } else if (material > 0) set('ended');
    else set('ended_empty');
    if (status === 'uploading' && isStored) set('checked');
  };
  const settle = (): void => {
    const what = settlementOf({ status, isWanted, leasedFor });
    if (what.do === 'give free') {
      isTaken = false;
      leasedFor = null;
    }
    if (what.do !== 'settle') return;
    set(what.fact);
    isWanted = false;
  };
  const second = (fault: Fault): void => {
    seconds += 1;
    if (fault === 'recorder dies') isAlive = false;
    if (fault === 'recorder comes back') isAlive = true;
    if (fault === 'storage goes') isStored = false;
    if (fault === 'storage comes back') isStored = true;
    if (seconds >= wantedFor) isWanted = false;
    if (leasedFor !== null) leasedFor -= 1;
    if (isAlive) recorder();
    settle();
  };
  for (const fault of script) second(fault);
  return {
    told,
    status: () => status,
    material: () => material,
    second,
    wait: (time: number) => {
      if (leasedFor !== null) leasedFor -= time;
      seconds += time;
      second('nothing');
    },
  };
};

const script = fc.array(fc.constantFrom(...faults), { maxLength: 120 });
const setting = fc.record({ free: fc.boolean(), wantedFor: fc.integer({ min: 1, max: 90 }) });

describe('whatever fails, and in whatever order', () => {
  test('a recording is not `recording` or `starting` for ever: without its recorder it is settled', () => {
    fc.assert(
      fc.property(script, setting, (faultsOf, how) => {
        const life = live([...faultsOf, 'recorder dies'], how);
        life.wait(awaySeconds + 100);
        expect(['uploading', 'failed', 'completed']).toContain(life.status());
        life.wait(lostSeconds + 100);
        expect(['failed', 'completed']).toContain(life.status());
      }),
      { numRuns: 2_000 },
    );
  });

  test('material is uploaded once recorder and storage are back, a day later too', () => {
    fc.assert(
      fc.property(script, setting, fc.boolean(), (faultsOf, how, late) => {
        const life = live(faultsOf, how);
        if (late) life.wait(lostSeconds + 100);
        for (const fault of ['storage comes back', 'recorder comes back'] as const) life.second(fault);
        life.wait(200);
        life.second('nothing');
        expect(life.status()).toBe(life.material() > 0 ? 'completed' : 'failed');
      }),
      { numRuns: 2_000 },
    );
  });

  test('nothing is left again once it is completed', () => {
    fc.assert(
      fc.property(script, setting, (faultsOf, how) => {
        const { told } = live(faultsOf, how);
        expect(told.indexOf('completed')).toBe(told.includes('completed') ? told.length - 1 : -1);
      }),
    );
  });
});
