import { useEffect, useState } from 'react';

/**
 * The devices of one kind, kept up to date as they are plugged in and out. Before the person has allowed the use of any,
 * a browser tells no names, and the list is empty. `permission` is any value that changes when permission may have been given.
 */
export function useDeviceList(kind: MediaDeviceKind, permission: unknown): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new permission brings new names without any event
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (mediaDevices === undefined) return;
    let current = true;
    const list = () =>
      mediaDevices.enumerateDevices().then(
        (all) => {
          if (current) setDevices(all.filter((device) => device.kind === kind && device.label !== ''));
        },
        () => {
          // A browser that lists no devices still uses the default one.
        },
      );
    void list();
    mediaDevices.addEventListener('devicechange', list);
    return () => {
      current = false;
      mediaDevices.removeEventListener('devicechange', list);
    };
  }, [kind, permission]);
  return devices;
}

export const canChooseSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype;
