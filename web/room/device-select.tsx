import { useId } from 'react';

/** One device out of a list. Shows nothing where there is nothing to choose from. */
export function DeviceSelect({
  label,
  devices,
  value,
  onChange,
}: {
  label: string;
  devices: MediaDeviceInfo[];
  value: string | undefined;
  onChange: (deviceId: string) => void;
}) {
  const id = useId();
  if (devices.length === 0) return null;
  const selected = devices.some((device) => device.deviceId === value) ? value : devices[0]?.deviceId;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={selected} onChange={(event) => onChange(event.target.value)}>
        {devices.map((device) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label}
          </option>
        ))}
      </select>
    </div>
  );
}
