import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { bytes, Time } from '../../kit/figures.tsx';
import { Answered } from '../../states/answered.tsx';
import { Notice } from '../../states/notice.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { lengthOf, type Recording } from './recording-words.tsx';
import './recordings.css';
import { useDownload } from './use-download.ts';

/** Long enough for the longest recording to be watched with pauses. */
const playSeconds = 43_200;

/** Plays a recording from the bucket where it lies. */
export function PlayerDialog({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const download = useDownload();
  const [broken, setBroken] = useState(false);
  const link = useQuery({
    ...ask('downloadRecording', { params: { id: recording.id }, query: { ttl_seconds: playSeconds } }),
    // Another URL would begin the film anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title="Recording" onClose={onClose} wide>
      <Answered query={link} waiting={<SkeletonBlock height={320} />}>
        {({ url, poster_url: poster }) => (
          <video
            className="player"
            src={url}
            controls
            preload="metadata"
            onError={() => setBroken(true)}
            {...(poster === null ? {} : { poster })}
          />
        )}
      </Answered>
      {broken && (
        <Notice kind="danger">
          Your bucket did not give the recording. The object may have been deleted there, or your browser cannot reach
          the storage.
        </Notice>
      )}
      <p className="soft player-about">
        <Time at={recording.started_at} />, {lengthOf(recording)}
        {recording.size_bytes !== null && `, ${bytes(recording.size_bytes)}`}
        {recording.height !== null && `, ${recording.width} × ${recording.height}`}
      </p>
      {recording.object_key !== null && <p className="mono soft">{recording.object_key}</p>}
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={() => void download(recording.id)}>
          Download
        </Button>
      </div>
    </Dialog>
  );
}
