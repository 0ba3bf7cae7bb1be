import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { buttonClass } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Time } from '../../kit/figures.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import type { Recording } from './recording-words.tsx';
import './recordings.css';

/** Plays a recording from the organisation's own storage, by a link that works for an hour. */
export function PlayerDialog({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const link = useQuery({
    ...ask('downloadRecording', { params: { id: recording.id } }),
    // The link is good for an hour; another one would begin the picture anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title="Recording" onClose={onClose} wide>
      <Answered query={link} waiting={<SkeletonBlock height={340} />}>
        {({ url, poster_url, expires_at }) => (
          <div className="stack-small">
            <video
              className="player"
              src={url}
              controls
              autoPlay
              {...(poster_url === null ? {} : { poster: poster_url })}
            />
            <div className="dialog-actions">
              <a className={buttonClass('primary')} href={url} download rel="noreferrer">
                Download
              </a>
            </div>
            <p className="soft small">
              The link to the file works until <Time at={expires_at} />.
            </p>
          </div>
        )}
      </Answered>
    </Dialog>
  );
}
