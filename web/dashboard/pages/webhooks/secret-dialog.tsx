import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';

/** A signing secret, which only this window ever shows. */
export function SecretDialog({ secret, about, onClose }: { secret: string; about: string; onClose: () => void }) {
  return (
    <Dialog title="The signing secret" onClose={onClose} wide>
      <div className="stack-small">
        <p className="soft">{about}</p>
        <CopyText text={secret} label="Signing secret" />
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}
