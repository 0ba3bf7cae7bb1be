import { expect, test } from 'vitest';
import { isRecorded } from './is-recorded.ts';

test.for<[string | undefined, boolean]>([
  ['{"hall":"x","recorded":true}', true],
  ['{"hall":"x"}', false],
  ['{"recorded":"yes"}', false],
  ['null', false],
  ['', false],
  [undefined, false],
])('%s', ([metadata, is]) => expect(isRecorded(metadata)).toBe(is));
