import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { count, duration } from '../../kit/figures.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { spans } from '../usage/spans.ts';
import { UsageCharts } from '../usage/usage-charts.tsx';
import { recordersInWords, recordingsInWords, webhooksInWords } from './queues-in-words.ts';

const refreshMilliseconds = 5_000;

/** Health, and what everybody together uses. */
export function InstallationPart() {
  const installation = useQuery({ ...ask('getInstallation', {}), refetchInterval: refreshMilliseconds });
  const usage = useQuery(ask('getInstallationUsage', { query: spans.month.query(new Date()) }));
  return (
    <div className="stack">
      <Answered query={installation} waiting={<SkeletonBlock height={330} />}>
        {(data) => (
          <>
            <section className="card card-body" aria-label="In numbers">
              <dl className="facts">
                <div>
                  <dt>Open halls</dt>
                  <dd>{count(data.open_halls)}</dd>
                </div>
                <div>
                  <dt>Organisations</dt>
                  <dd>
                    {count(data.organisations)}
                    {data.suspended > 0 && <span className="soft">, {count(data.suspended)} suspended</span>}
                  </dd>
                </div>
                <div>
                  <dt>Recorders</dt>
                  <dd>{recordersInWords(data.recorders)}</dd>
                </div>
                <div>
                  <dt>Recordings</dt>
                  <dd>{recordingsInWords(data.recorders)}</dd>
                </div>
                <div>
                  <dt>Webhook deliveries</dt>
                  <dd>{webhooksInWords(data.webhooks)}</dd>
                </div>
                <div>
                  <dt>Version</dt>
                  <dd>{data.version}</dd>
                </div>
                <div>
                  <dt>Running for</dt>
                  <dd>{duration(data.uptime_seconds)}</dd>
                </div>
                <div>
                  <dt>This instance</dt>
                  <dd className="mono">{data.instance}</dd>
                </div>
                <div>
                  <dt>Media server</dt>
                  <dd className="mono">{data.media_server.url}</dd>
                </div>
              </dl>
            </section>
            <section className="card" aria-labelledby="health">
              <header className="card-head">
                <h2 id="health">Health</h2>
                {data.parts.every(({ ready }) => ready) ? (
                  <Badge tone="good">Everything works</Badge>
                ) : (
                  <Badge tone={data.ready ? 'warn' : 'danger'}>
                    {data.ready ? 'Works with limits' : 'Not available'}
                  </Badge>
                )}
              </header>
              <table className="table" aria-labelledby="health">
                <tbody>
                  {data.parts.map((part) => (
                    <tr key={part.name}>
                      <td className="table-main">{part.name}</td>
                      <td className="soft">{part.detail}</td>
                      <td className="end">
                        <Badge tone={part.ready ? 'good' : 'danger'}>{part.ready ? 'Ready' : 'Away'}</Badge>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </Answered>
      <Answered query={usage} waiting={<SkeletonBlock height={520} />}>
        {({ data }) => <UsageCharts periods={data} caption="Of all organisations, thirty days" />}
      </Answered>
    </div>
  );
}
