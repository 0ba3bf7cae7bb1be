import { expect, test } from 'vitest';
import { readMessage, writeMessage } from './data-message.ts';

test('what was written can be read', () => {
  expect(readMessage(writeMessage({ raised: true }))).toEqual({ raised: true });
});

test.each(['', 'raised', '[1]', '"x"', 'null', '{"raised":', `{"raised":"${'x'.repeat(1_000)}"}`])(
  'no message: %s',
  (text) => {
    expect(readMessage(new TextEncoder().encode(text))).toBeUndefined();
  },
);
