import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { InviteOwnerDialog } from './invite-owner-dialog.tsx';
import { PlanChoice } from './plan-choice.tsx';

/** Makes an organisation, then invites who will own it. */
export function CreateOrganisationDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Answer<'createOrganisation'>>();
  const create = useAct('createOrganisation', ['listOrganisations', 'getInstallation']);
  if (made !== undefined) return <InviteOwnerDialog organisation={made} onClose={onClose} />;
  return (
    <Dialog title="Create an organisation" onClose={onClose}>
      <Form
        onSubmit={(form) =>
          create.mutate({ body: { name: textOf(form, 'name'), plan: textOf(form, 'plan') } }, { onSuccess: setMade })
        }
        error={create.error}
        busy={create.isPending}
        action="Create"
        onCancel={onClose}
      >
        <TextField label="Name" name="name" maxLength={128} required autoFocus />
        <PlanChoice />
      </Form>
    </Dialog>
  );
}
