import type { Answer } from '../../api/call.ts';
import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';

const fields = ['endpoint', 'region', 'bucket', 'prefix', 'access_key_id', 'secret_access_key'] as const;

const wishOf = (form: FormData) => {
  const texts = Object.fromEntries(fields.map((name) => [name, textOf(form, name)]));
  return { ...(texts as Record<(typeof fields)[number], string>), path_style: form.get('path_style') === 'on' };
};

/** Asks where recordings go. The secret is asked each time, for Hall shows it to nobody. */
export function StorageDialog({
  settings,
  onSaved,
  onClose,
}: {
  settings: Answer<'getStorage'> | undefined;
  onSaved: () => void;
  onClose: () => void;
}) {
  const set = useAct('setStorage', ['getStorage', 'getOrganisation']);
  const submit = (form: FormData) =>
    set.mutate(
      { body: wishOf(form) },
      {
        onSuccess: () => {
          onClose();
          onSaved();
        },
      },
    );
  return (
    <Dialog title={settings === undefined ? 'Set up storage' : 'Change the storage'} onClose={onClose} wide>
      <Form onSubmit={submit} error={set.error} busy={set.isPending} action="Save and test" onCancel={onClose}>
        <TextField
          label="Endpoint"
          name="endpoint"
          type="url"
          maxLength={512}
          required
          defaultValue={settings?.endpoint}
          placeholder="https://s3.eu-central-1.amazonaws.com"
          hint="The address of anything that speaks S3. Browsers that play recordings have to reach it too."
        />
        <div className="form-row">
          <TextField label="Bucket" name="bucket" maxLength={63} required defaultValue={settings?.bucket} />
          <TextField
            label="Region"
            name="region"
            maxLength={64}
            required
            defaultValue={settings?.region ?? 'us-east-1'}
            hint="“auto” or “us-east-1” where there are no regions."
          />
        </div>
        <TextField
          label="Folder"
          name="prefix"
          maxLength={256}
          defaultValue={settings?.prefix}
          hint="In front of every key. May be empty."
        />
        <CheckField
          label="The bucket stands in the path"
          name="path_style"
          defaultChecked={settings?.path_style ?? false}
          hint="For MinIO and most storage that is not Amazon’s."
        />
        <div className="form-row">
          <TextField
            label="Access key id"
            name="access_key_id"
            maxLength={256}
            required
            autoComplete="off"
            defaultValue={settings?.access_key_id}
          />
          <TextField
            label="Secret access key"
            name="secret_access_key"
            type="password"
            maxLength={1024}
            required
            autoComplete="new-password"
            hint="It is encrypted, and never shown again."
          />
        </div>
      </Form>
    </Dialog>
  );
}
