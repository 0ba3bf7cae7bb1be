import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';

/** The codes that open the account when the authenticator is lost. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Recovery codes" onClose={onClose}>
      <div className="stack-small">
        <p className="soft">
          Each opens your account once, should you lose the phone. Keep them apart from your password; they are shown
          this once.
        </p>
        <CopyText text={codes.join('\n')} label="Recovery codes" />
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}
