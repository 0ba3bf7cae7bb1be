import { useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { Section } from './section.tsx';

export function ProfileCard() {
  const { person } = useSession();
  const update = useAct('updateProfile', ['getSession', 'listMembers']);
  const toast = useToast();
  return (
    <Section title="Profile" about={`You sign in as ${person.email}.`}>
      <Form
        onSubmit={(form) =>
          update.mutate({ body: { name: textOf(form, 'name') } }, { onSuccess: () => toast('Your name is saved') })
        }
        error={update.error}
        busy={update.isPending}
        action="Save"
      >
        <TextField label="Name" name="name" defaultValue={person.name} autoComplete="name" maxLength={128} required />
      </Form>
    </Section>
  );
}
