import { type ReactNode, useState } from 'react';
import { describeError } from '../api/refused.ts';
import { Notice } from '../states/notice.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useToast } from './toast.tsx';

/** Asks before something that cannot be taken back, and stays open with the reason when it fails. `children` say what will happen. */
export function Confirm({
  title,
  action,
  done,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  /** Said afterwards. */
  done: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      toast(done);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="soft">{children}</div>
      {failure !== undefined && <Notice kind="danger">{describeError(failure)}</Notice>}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
