import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, useAct } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { numberIn, textIn } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';

const secondsOf = (minutes: number | undefined): number | undefined =>
  minutes === undefined ? undefined : minutes * 60;

const wishOf = (form: FormData) => {
  const wish = {
    name: textIn(form, 'name'),
    external_id: textIn(form, 'external_id'),
    record: form.get('record') === 'on' ? true : undefined,
    max_participants: numberIn(form, 'max_participants'),
    empty_timeout_seconds: secondsOf(numberIn(form, 'empty_minutes')),
    max_duration_seconds: secondsOf(numberIn(form, 'max_minutes')),
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
};

function NeedsStorage() {
  const { may } = useSession();
  if (!may('admin')) return 'Needs storage, which an owner or admin sets up in Settings.';
  return (
    <>
      Needs storage. <Link to="/settings/storage">Set it up</Link>
    </>
  );
}

/** Asks for what POST /v1/halls takes; what is left empty is as the plan has it. */
export function StartHallDialog({ onClose }: { onClose: () => void }) {
  const organisation = useQuery(ask('getOrganisation', {}));
  const [more, setMore] = useState(false);
  const create = useAct('createHall', ['listHalls', 'getOrganisation']);
  const navigate = useNavigate();
  const toast = useToast();
  const { plan, storage_configured: canRecord = false } = organisation.data ?? {};
  const submit = (form: FormData) =>
    create.mutate(
      { body: wishOf(form) },
      {
        onSuccess: ({ id }) => {
          toast('The hall is open');
          onClose();
          void navigate({ to: '/halls/$hallId', params: { hallId: id } });
        },
      },
    );
  return (
    <Dialog title="Start a hall" onClose={onClose}>
      <Form onSubmit={submit} error={create.error} busy={create.isPending} action="Start" onCancel={onClose}>
        <TextField label="Name" name="name" maxLength={128} hint="Shown to the people inside." autoFocus />
        <CheckField
          label="Record"
          name="record"
          disabled={!canRecord}
          hint={canRecord ? 'Whenever somebody is inside.' : <NeedsStorage />}
        />
        {more ? (
          <>
            <TextField
              label="Your reference"
              name="external_id"
              maxLength={128}
              hint="external_id; lists filter by it."
            />
            <TextField
              label="Most people at once"
              name="max_participants"
              type="number"
              min={1}
              max={plan?.max_participants_per_hall}
              placeholder={String(plan?.max_participants_per_hall ?? '')}
            />
            <div className="form-row">
              <TextField
                label="Closes when empty, minutes"
                name="empty_minutes"
                type="number"
                min={1}
                max={1440}
                placeholder="10"
              />
              <TextField
                label="Closes at the latest, minutes"
                name="max_minutes"
                type="number"
                min={1}
                max={plan === undefined ? 1440 : plan.max_duration_seconds / 60}
                placeholder={plan === undefined ? '' : String(plan.max_duration_seconds / 60)}
              />
            </div>
          </>
        ) : (
          <div>
            <Button look="quiet" small onClick={() => setMore(true)}>
              More settings
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
