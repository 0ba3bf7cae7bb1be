import {
  ChatIcon,
  EndIcon,
  GridIcon,
  HandIcon,
  LeaveIcon,
  PeopleIcon,
  ScreenIcon,
  ScreenStopIcon,
  SettingsIcon,
  SpeakerViewIcon,
} from '../../shared/icons.tsx';
import { CameraButton, MicrophoneButton } from '../media-buttons.tsx';
import { RoundButton } from '../round-button.tsx';
import { ReactionPicker } from './reaction-picker.tsx';
import type { Emoji } from './reactions.ts';
import type { Layout } from './stage.tsx';
import type { useOwnMedia } from './use-own-media.ts';

export function Controls({
  own,
  layout,
  panel,
  unread,
  headcount,
  shortcutsOn,
  isReturning,
  isHandUp,
  onHand,
  onReact,
  onLayout,
  onPanel,
  onSettings,
  onEnd,
  onLeave,
}: {
  own: ReturnType<typeof useOwnMedia>;
  layout: Layout;
  panel: 'chat' | 'people' | undefined;
  unread: number;
  headcount: number;
  shortcutsOn: boolean;
  /** Nothing can be sent while the connection is lost. */
  isReturning: boolean;
  isHandUp: boolean;
  onHand: () => void;
  onReact: (emoji: Emoji) => void;
  onLayout: () => void;
  onPanel: (which: 'chat' | 'people') => void;
  onSettings: () => void;
  /** For hosts only. */
  onEnd: (() => void) | undefined;
  onLeave: () => void;
}) {
  const key = (letter: string) => (shortcutsOn ? letter : undefined);
  return (
    <footer className="bar">
      <fieldset className="controls controls-own" aria-label="Your call">
        {own !== undefined && (
          <>
            <MicrophoneButton
              {...own.microphone}
              busy={own.microphone.busy || isReturning}
              shortcut={key('M')}
              onClick={own.microphone.toggle}
            />
            <CameraButton
              {...own.camera}
              busy={own.camera.busy || isReturning}
              shortcut={key('V')}
              onClick={own.camera.toggle}
            />
            {own.screen !== undefined && (
              <RoundButton
                label={own.screen.on ? 'Stop sharing your screen' : 'Share your screen'}
                icon={own.screen.on ? <ScreenStopIcon /> : <ScreenIcon />}
                tone={own.screen.on ? 'active' : 'plain'}
                disabled={own.screen.busy || isReturning}
                onClick={own.screen.toggle}
              />
            )}
          </>
        )}
        <RoundButton
          label={isHandUp ? 'Lower hand' : 'Raise hand'}
          icon={<HandIcon />}
          tone={isHandUp ? 'active' : 'plain'}
          shortcut={key('H')}
          disabled={isReturning}
          onClick={onHand}
        />
        <ReactionPicker disabled={isReturning} onPick={onReact} />
        {onEnd !== undefined && (
          <RoundButton label="End for everyone" icon={<EndIcon />} tone="off" disabled={isReturning} onClick={onEnd} />
        )}
        <RoundButton label="Leave" icon={<LeaveIcon />} tone="danger" onClick={onLeave} />
      </fieldset>
      <fieldset className="controls controls-view" aria-label="View">
        <RoundButton
          label={layout === 'grid' ? 'Show the speaker large' : 'Show everyone in a grid'}
          icon={layout === 'grid' ? <SpeakerViewIcon /> : <GridIcon />}
          shortcut={key('L')}
          onClick={onLayout}
        />
        <RoundButton
          label={`People, ${headcount}`}
          icon={<PeopleIcon />}
          count={headcount}
          tone={panel === 'people' ? 'active' : 'plain'}
          expanded={panel === 'people'}
          shortcut={key('P')}
          onClick={() => onPanel('people')}
        />
        <RoundButton
          label="Chat"
          icon={<ChatIcon />}
          tone={panel === 'chat' ? 'active' : 'plain'}
          expanded={panel === 'chat'}
          shortcut={key('C')}
          badge={unread}
          onClick={() => onPanel('chat')}
        />
        <RoundButton label="Settings" icon={<SettingsIcon />} onClick={onSettings} />
      </fieldset>
    </footer>
  );
}
