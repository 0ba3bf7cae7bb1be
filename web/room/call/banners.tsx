import { useAudioPlayback, useConnectionState } from '@livekit/components-react';
import { ConnectionState } from 'livekit-client';
import { SoundIcon } from '../../shared/icons.tsx';
import type { Notice } from './use-notices.ts';
import type { Said } from './use-signs.ts';

/** What holds for a while and stands over the stage: that the connection is lost, that nobody else is here, that sound waits. */
export function Banners({ isAlone, isReturning }: { isAlone: boolean; isReturning: boolean }) {
  const connection = useConnectionState();
  const { canPlayAudio, startAudio } = useAudioPlayback();
  const isReconnecting =
    isReturning || connection === ConnectionState.Reconnecting || connection === ConnectionState.SignalReconnecting;
  return (
    <div className="banners">
      <div role="status">
        {isReconnecting && (
          <p className="banner">
            <span className="spinner" />
            Reconnecting…
          </p>
        )}
        {isAlone && !isReconnecting && <p className="banner banner-calm">You are the only one here</p>}
      </div>
      {!canPlayAudio && (
        <button type="button" className="button button-primary" onClick={() => void startAudio()}>
          <SoundIcon />
          Click to hear
        </button>
      )}
    </div>
  );
}

/** What has just happened, for some seconds; what others see anyway is only `said`. */
export function Notices({ notices, said }: { notices: Notice[]; said: Said | undefined }) {
  return (
    <>
      <div className="notices" role="status">
        {notices.map(({ id, text }) => (
          <p key={id} className="notice">
            {text}
          </p>
        ))}
      </div>
      <div className="visually-hidden" role="status">
        {said !== undefined && <p key={said.id}>{said.words}</p>}
      </div>
    </>
  );
}
