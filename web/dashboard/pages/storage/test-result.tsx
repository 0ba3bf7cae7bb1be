import type { Answer } from '../../api/call.ts';
import { describeError } from '../../api/refused.ts';
import { Notice } from '../../states/notice.tsx';

const steps: Readonly<Record<string, string>> = {
  write: 'Hall could not write a probe object.',
  read: 'A probe object was written, but Hall could not read it back.',
  delete: 'A probe object was written and read, but Hall could not delete it; it is still there.',
};

/** What a test has found, or that it is under way. */
export function TestResult({
  test,
}: {
  test: { data: Answer<'testStorage'> | undefined; error: unknown; isPending: boolean };
}) {
  if (test.isPending) return <p role="status">Writing, reading and deleting a probe object …</p>;
  if (test.error !== null) return <Notice kind="danger">{describeError(test.error)}</Notice>;
  if (test.data === undefined) return null;
  if (test.data.ok)
    return (
      <p role="status">
        <strong>It works.</strong> Hall wrote a probe object, read it and deleted it.
      </p>
    );
  return (
    <Notice kind="danger">
      <strong>{test.data.detail}</strong> {steps[test.data.step ?? '']}
    </Notice>
  );
}
