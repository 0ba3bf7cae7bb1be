import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../api/call.ts';
import { ask, useAct } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Time } from '../../kit/figures.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { makePasskey } from './passkey.ts';
import { Section } from './section.tsx';

type Passkey = Answer<'listPasskeys'>['data'][number];

export function PasskeysCard() {
  const passkeys = useQuery(ask('listPasskeys', {}));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useAct('removePasskey', ['listPasskeys']);
  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, your face or a security key, without password and code."
    >
      <div className="stack-small">
        <Answered query={passkeys} waiting={<SkeletonBlock height={24} />}>
          {({ data }) => (
            <ul className="plain-list">
              {data.map((passkey) => (
                <li key={passkey.id}>
                  <span>
                    <strong>{passkey.name ?? 'Passkey'}</strong>{' '}
                    <span className="soft small">
                      since <Time at={passkey.created_at} />
                    </span>
                  </span>
                  <Button small onClick={() => setRemoving(passkey)} aria-label={`Remove ${passkey.name ?? 'passkey'}`}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Answered>
        <div className="actions">
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        </div>
      </div>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removing !== undefined && (
        <Confirm
          title={`Remove “${removing.name ?? 'Passkey'}”?`}
          action="Remove passkey"
          done="The passkey is removed"
          onConfirm={() => remove.mutateAsync({ params: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        >
          It opens your account no more. Delete it on the device too.
        </Confirm>
      )}
    </Section>
  );
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const add = useAct('addPasskey', ['listPasskeys']);
  const toast = useToast();
  const submit = async (name: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const response = await makePasskey(await call('beginPasskey', {}));
      await add.mutateAsync({ body: { name, response } });
      toast('The passkey is added');
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <Form
        onSubmit={(form) => void submit(textOf(form, 'name'))}
        error={failure}
        busy={busy}
        action="Add"
        onCancel={onClose}
      >
        <TextField
          label="Name"
          name="name"
          maxLength={128}
          required
          hint="How you tell it from others, such as “Laptop”."
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
