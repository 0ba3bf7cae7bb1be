import { expect, test } from 'vitest';
import { readAddress } from './read-address.ts';

const read = (query: Record<string, string>) => readAddress(new URLSearchParams(query));
const whole = { layout: 'grid', url: 'ws://livekit:7880', token: 'secret' };

test('what Egress adds, and the title that Hall gave', () => {
  expect(read({ ...whole, title: 'Physics 101' })).toEqual({
    serverUrl: 'ws://livekit:7880',
    token: 'secret',
    layout: 'grid',
    title: 'Physics 101',
  });
  expect(read({ ...whole, url: 'wss://livekit.test' })).toMatchObject({ serverUrl: 'wss://livekit.test', title: null });
});

test.for([
  ['speaker', 'speaker'],
  ['grid', 'grid'],
  ['speaker-dark', 'grid'],
  ['', 'grid'],
] as const)('layout %s is %s', ([layout, meant]) => {
  expect(read({ ...whole, layout }).layout).toBe(meant);
});

test.for([
  [{ url: 'ws://livekit:7880' }, /“token” is missing/],
  [{ ...whole, token: '' }, /“token” is missing/],
  [{ token: 'secret' }, /“url” is missing/],
  [{ ...whole, url: 'https://livekit.test' }, /ws:\/\/ or wss:/],
  [{ ...whole, url: 'javascript:alert(1)' }, /ws:\/\/ or wss:/],
  [{ ...whole, url: 'livekit:7880' }, /ws:\/\/ or wss:/],
  [{ ...whole, url: '//livekit' }, /ws:\/\/ or wss:/],
] as const)('%j is refused in words, without the token', ([query, words]) => {
  expect(() => read(query)).toThrow(words);
  expect(() => read(query)).not.toThrow('secret');
});
