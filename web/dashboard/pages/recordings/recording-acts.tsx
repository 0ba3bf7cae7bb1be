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
import type { Recording } from './recording-words.tsx';

/** What can be done with a recording. */
export function RecordingActs({ recording }: { recording: Recording }) {
  const { may } = useSession();
  const [asked, setAsked] = useState<'play' | 'delete'>();
  const stop = useAct('stopRecording', ['listRecordings']);
  const remove = useAct('deleteRecording', ['listRecordings']);
  const toast = useToast();
  const params = { id: recording.id };
  const end = () => setAsked(undefined);
  return (
    <span className="actions actions-end">
      {recording.status === 'completed' && (
        <Button small onClick={() => setAsked('play')}>
          Play
        </Button>
      )}
      {recording.status === 'recording' && may('developer') && (
        <Button
          small
          busy={stop.isPending}
          onClick={() => stop.mutate({ params }, { onError: (error) => toast(describeError(error)) })}
        >
          Stop
        </Button>
      )}
      {may('developer') && (
        <Menu label="More about this recording" button={<MoreIcon />} buttonClass="icon-button">
          <MenuItem danger onSelect={() => setAsked('delete')}>
            Delete
          </MenuItem>
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
          The file in your storage is deleted too. It cannot be brought back.
        </Confirm>
      )}
    </span>
  );
}
