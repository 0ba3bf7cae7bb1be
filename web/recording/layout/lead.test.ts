import { expect, test } from 'vitest';
import { Lead } from './lead.ts';

const people = (...speaking: string[]) =>
  ['ada', 'bob', 'cleo'].map((key) => ({ key, isSpeaking: speaking.includes(key) }));

test('before anybody speaks, whoever came first is large; in an empty hall nobody', () => {
  expect(new Lead().among(people(), 0)).toBe('ada');
  expect(new Lead().among([], 0)).toBeUndefined();
});

test('whoever speaks for a second becomes large, and stays so in silence', () => {
  const lead = new Lead();
  lead.among(people('bob'), 0);
  expect(lead.among(people('bob'), 999)).toBe('ada');
  expect(lead.among(people('bob'), 1_000)).toBe('bob');
  expect(lead.among(people(), 60_000)).toBe('bob');
});

test('a cough changes nothing', () => {
  const lead = new Lead();
  for (const now of [0, 2_000, 4_000]) {
    lead.among(people('cleo'), now);
    expect(lead.among(people('cleo'), now + 300)).toBe('ada');
    lead.among(people(), now + 400);
  }
});

test('whoever is interrupted stays large while speaking', () => {
  const lead = new Lead();
  lead.among(people('bob'), 0);
  lead.among(people('bob'), 1_000);
  lead.among(people('bob', 'cleo'), 2_000);
  expect(lead.among(people('bob', 'cleo'), 9_000)).toBe('bob');
  expect(lead.among(people('cleo'), 9_100)).toBe('cleo');
});

test('when the lead leaves, somebody who speaks takes the place, else whoever came first', () => {
  const lead = new Lead();
  lead.among(people('bob'), 0);
  lead.among(people('bob'), 1_000);
  const others = people().filter(({ key }) => key !== 'bob');
  expect(lead.among(others, 2_000)).toBe('ada');
});
