import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../../api/queries.ts';
import { Refused } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { PlusIcon, StorageIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { RemoveStorageDialog } from './remove-storage-dialog.tsx';
import { StorageDialog } from './storage-dialog.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { TestResult } from './test-result.tsx';

/** Where recordings go: asked, tested, shown without the secret, removed. */
export function StoragePage() {
  const storage = useQuery(ask('getStorage', {}));
  const test = useAct('testStorage', []);
  const [asked, setAsked] = useState<'set' | 'remove'>();
  const end = () => setAsked(undefined);
  // A refusal outlives what was known before it: after the settings were removed there are none.
  const missing = storage.error instanceof Refused && storage.error.code === 'storage_not_found';
  return (
    <>
      <PageHead title="Storage" about="Recordings go into a bucket of yours; Hall keeps none of them." />
      {missing ? (
        <Blank
          icon={<StorageIcon />}
          title="No storage yet"
          action={
            <Button look="primary" icon={<PlusIcon />} onClick={() => setAsked('set')}>
              Set up storage
            </Button>
          }
        >
          Halls can be recorded as soon as there is a bucket at any storage that speaks S3, and a key that may write,
          read and delete in it.
        </Blank>
      ) : (
        <Answered query={storage} waiting={<SkeletonBlock height={260} />}>
          {(settings) => (
            <div className="stack">
              <StorageFacts settings={settings} />
              <div className="actions">
                <Button look="primary" busy={test.isPending} onClick={() => test.mutate({})}>
                  Test
                </Button>
                <Button onClick={() => setAsked('set')}>Change</Button>
                <Button onClick={() => setAsked('remove')}>Remove</Button>
              </div>
              {!test.isIdle && <TestResult test={test} />}
            </div>
          )}
        </Answered>
      )}
      {asked === 'set' && (
        <StorageDialog settings={missing ? undefined : storage.data} onSaved={() => test.mutate({})} onClose={end} />
      )}
      {asked === 'remove' && <RemoveStorageDialog onClose={end} />}
    </>
  );
}
