import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { askPages, useAct } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Time } from '../../kit/figures.tsx';
import { KeyIcon, PlusIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';

type Key = Answer<'listKeys'>['data'][number];

export function KeysPage() {
  const keys = useInfiniteQuery(askPages('listKeys', {}));
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  const revoke = useAct('revokeKey', ['listKeys']);
  const create = (
    <Button look="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHead
        title="API keys"
        about="Your programs send one with each request. Give each program a key of its own, so that one can be revoked alone."
        actions={create}
      />
      <Answered query={keys} waiting={<SkeletonRows rows={4} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <Blank icon={<KeyIcon />} title="No keys yet" action={create} />;
          return (
            <div className="card">
              <KeysTable keys={all} onRevoke={setRevoking} />
              <ShowMore list={keys} />
            </div>
          );
        }}
      </Answered>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking !== undefined && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke key"
          done={`“${revoking.name}” is revoked`}
          onConfirm={() => revoke.mutateAsync({ params: { id: revoking.id } })}
          onClose={() => setRevoking(undefined)}
        >
          Requests with this key are refused within a second, everywhere. Halls that it opened stay open. A revoked key
          never works again.
        </Confirm>
      )}
    </>
  );
}

function KeysTable({ keys, onRevoke }: { keys: readonly Key[]; onRevoke: (key: Key) => void }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Key</th>
          <th>Created</th>
          <th>Last used</th>
          <th className="end">
            <span className="visually-hidden">Acts</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <div>
                <span className="table-main">{key.name}</span>
                <span className="table-sub mono">hall_live_…{key.ends_with}</span>
              </div>
            </td>
            <td data-label="Created">
              <div>
                <Time at={key.created_at} />
                <span className="table-sub">{key.created_by ?? 'by a command'}</span>
              </div>
            </td>
            <td data-label="Last used">
              <Time at={key.last_used_at} none="Never" />
            </td>
            <td className="end">
              {key.revoked_at === null ? (
                <Button small onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </Button>
              ) : (
                <Badge tone="danger">Revoked</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
