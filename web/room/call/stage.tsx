import { type TrackReferenceOrPlaceholder, usePagination, useTracks } from '@livekit/components-react';
import { RoomEvent, Track } from 'livekit-client';
import { type CSSProperties, useRef } from 'react';
import { fitTiles, tilesPerPage } from '../../shared/fit-tiles.ts';
import { NextIcon, PreviousIcon } from '../../shared/icons.tsx';
import { isOnStage } from '../../shared/people.ts';
import { RoundButton } from '../round-button.tsx';
import './stage.css';
import { Tile } from './tile.tsx';
import { useLead } from './use-lead.ts';
import { useSize } from './use-size.ts';

export type Layout = 'grid' | 'speaker';

const sources = [
  { source: Track.Source.Camera, withPlaceholder: true },
  { source: Track.Source.ScreenShare, withPlaceholder: false },
];

const updateOnlyOn = [
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
];

/** All who can be seen or heard, and the screens that are shared. */
export function useStageTracks(): TrackReferenceOrPlaceholder[] {
  return useTracks(sources, { updateOnlyOn, onlySubscribed: false }).filter(({ participant }) =>
    isOnStage(participant),
  );
}

export function Stage({ tracks, layout }: { tracks: TrackReferenceOrPlaceholder[]; layout: Layout }) {
  if (tracks.length === 0) {
    return (
      <p className="stage stage-empty">Nobody is on camera yet. You will see and hear people as soon as they join.</p>
    );
  }
  return layout === 'speaker' && tracks.length > 1 ? <SpeakerStage tracks={tracks} /> : <GridStage tracks={tracks} />;
}

function GridStage({ tracks }: { tracks: TrackReferenceOrPlaceholder[] }) {
  const area = useRef<HTMLDivElement>(null);
  const size = useSize(area);
  const pages = usePagination(tilesPerPage(size, tracks.length), tracks);
  const tile = fitTiles(size, pages.tracks.length);
  return (
    <div className="stage">
      <div
        ref={area}
        className="grid"
        style={{ '--tile-width': `${tile.width}px`, '--tile-height': `${tile.height}px` } as CSSProperties}
      >
        {(size.width > 0 ? pages.tracks : []).map((track) => (
          <Tile key={keyOf(track)} of={track} />
        ))}
      </div>
      {pages.totalPageCount > 1 && (
        <nav className="pager" aria-label="Pages of people">
          <RoundButton
            label="Previous page"
            icon={<PreviousIcon />}
            disabled={pages.currentPage === 1}
            onClick={pages.prevPage}
          />
          <span>
            {pages.currentPage} of {pages.totalPageCount}
          </span>
          <RoundButton
            label="Next page"
            icon={<NextIcon />}
            disabled={pages.currentPage === pages.totalPageCount}
            onClick={pages.nextPage}
          />
        </nav>
      )}
    </div>
  );
}

const stripLength = 12;

function SpeakerStage({ tracks }: { tracks: TrackReferenceOrPlaceholder[] }) {
  const lead = useLead(tracks);
  const strip = usePagination(
    stripLength,
    tracks.filter((track) => keyOf(track) !== keyOf(lead)),
  );
  return (
    <div className="stage">
      <div className="speaker">
        <Tile key={keyOf(lead)} of={lead} />
        <div className="strip">
          {strip.tracks.map((track) => (
            <Tile key={keyOf(track)} of={track} />
          ))}
        </div>
      </div>
    </div>
  );
}

const keyOf = ({ participant, source }: TrackReferenceOrPlaceholder) => `${participant.identity} ${source}`;
