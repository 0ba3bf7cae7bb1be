import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../states/notice.tsx';
import { CreateKeyForm } from './create-key-form.tsx';

/** Makes a key and shows it, which only this window ever does. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<Answer<'createKey'>>();
  if (key === undefined) {
    return (
      <Dialog title="Create an API key" onClose={onClose}>
        <CreateKeyForm onDone={setKey} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog key="made" title={`The key “${key.name}”`} onClose={onClose} wide>
      <div className="stack">
        <CopyText text={key.key} label="API key" />
        <Notice kind="warn">
          It is shown this once: copy it now, to where secrets are kept. Whoever has it can do everything that the API
          can.
        </Notice>
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}
