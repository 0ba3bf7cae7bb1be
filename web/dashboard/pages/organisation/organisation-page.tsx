import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../../api/queries.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { PlanCard } from '../overview/plan-card.tsx';

export function OrganisationPage() {
  const organisation = useQuery(ask('getOrganisation', {}));
  const { may } = useSession();
  return (
    <>
      <PageHead title="Organisation" about="Its name, and the limits of its plan." />
      <Answered query={organisation} waiting={<SkeletonBlock height={320} />}>
        {(data) => (
          <div className="stack">
            <PlanCard organisation={data} />
            {may('admin') && <NameCard name={data.name} />}
            <p className="soft small">
              Id: <span className="mono">{data.id}</span>. Another plan is given by the operator of this installation.
            </p>
          </div>
        )}
      </Answered>
    </>
  );
}

function NameCard({ name }: { name: string }) {
  const update = useAct('updateOrganisation', ['getOrganisation', 'getSession']);
  const toast = useToast();
  return (
    <section className="card card-body narrow" aria-labelledby="organisation-name">
      <h2 id="organisation-name" className="section-title">
        Name
      </h2>
      <Form
        onSubmit={(form) =>
          update.mutate({ body: { name: textOf(form, 'name') } }, { onSuccess: () => toast('The name is saved') })
        }
        error={update.error}
        busy={update.isPending}
        action="Save"
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={128}
          required
          hint="Shown in this dashboard and to people in its halls."
        />
      </Form>
    </section>
  );
}
