import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { PlayerDialog } from './player-dialog.tsx';
import { isRunning, type Recording } from './recording-words.tsx';
import { useDownload } from './use-download.ts';

/** What can be done with a recording: everybody plays and downloads, developers stop and delete. */
export function RecordingActions({ recording }: { recording: Recording }) {
  const { may } = useSession();
  const [asked, setAsked] = useState<'play' | 'delete'>();
  const toast = useToast();
  const stop = useAct('stopRecording', ['listRecordings']);
  const remove = useAct('deleteRecording', ['listRecordings', 'getUsage']);
  const download = useDownload();
  const params = { id: recording.id };
  const ready = recording.status === 'completed';
  const end = () => setAsked(undefined);
  const halt = () =>
    stop.mutate(
      { params },
      {
        onSuccess: () => toast('It ends within a second or two, then it is uploaded'),
        onError: (error) => toast(describeError(error)),
      },
    );
  return (
    <div className="actions actions-end">
      {ready && (
        <Button small onClick={() => setAsked('play')}>
          Play
        </Button>
      )}
      {isRunning(recording) && may('developer') && (
        <Button small busy={stop.isPending} onClick={halt}>
          Stop
        </Button>
      )}
      {(ready || may('developer')) && (
        <Menu label="More about this recording" button={<MoreIcon />} buttonClass="icon-button">
          {ready && <MenuItem onSelect={() => void download(recording.id)}>Download</MenuItem>}
          {may('developer') && (
            <MenuItem danger onSelect={() => setAsked('delete')}>
              Delete
            </MenuItem>
          )}
        </Menu>
      )}
      {asked === 'play' && <PlayerDialog recording={recording} onClose={end} />}
      {asked === 'delete' && (
        <Confirm
          title="Delete the recording?"
          action="Delete recording"
          done="The recording is deleted"
          onConfirm={() => remove.mutateAsync({ params })}
          onClose={end}
        >
          {ready
            ? 'The object in your bucket is deleted too, and its picture. Nobody can bring them back.'
            : 'What was recorded so far is discarded; nothing of it reaches your bucket.'}
        </Confirm>
      )}
    </div>
  );
}
