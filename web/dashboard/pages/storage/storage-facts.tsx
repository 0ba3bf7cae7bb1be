import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { Time } from '../../kit/figures.tsx';

/** The settings, all but the secret. */
export function StorageFacts({ settings }: { settings: Answer<'getStorage'> }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Endpoint', settings.endpoint],
    ['Bucket', settings.bucket],
    ['Region', settings.region],
    ['Folder', settings.prefix === '' ? '–' : settings.prefix],
    ['The bucket stands in', settings.path_style ? 'the path' : 'the host name'],
    ['Access key id', settings.access_key_id],
    ['Secret access key', 'encrypted, shown to nobody'],
    ['Set', <Time key="set" at={settings.updated_at} />],
  ];
  return (
    <section className="card card-body" aria-label="Settings">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
