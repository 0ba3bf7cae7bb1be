import { CopyText } from '../../kit/copy.tsx';

/** A request that works as it is copied. */
export function FirstRequest({ apiKey }: { apiKey: string }) {
  const command = [
    `curl -X POST ${location.origin}/v1/halls`,
    `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"name": "Our first hall"}'`,
  ].join(' \\\n  ');
  return (
    <>
      <p className="soft">Paste this into a terminal. It is the request that your own program will send.</p>
      <CopyText text={command} label="Command that creates a hall" />
      <p className="small">
        <a href="/docs" target="_blank" rel="noreferrer">
          Every operation of the API
        </a>
      </p>
    </>
  );
}
