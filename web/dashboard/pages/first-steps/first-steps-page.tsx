import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { useSession } from '../../shell/session.tsx';
import { CreateKeyForm } from '../keys/create-key-form.tsx';
import './first-steps.css';
import { FirstHall } from './first-hall.tsx';
import { FirstRequest } from './first-request.tsx';
import { Step } from './step.tsx';

/** From nothing to being in a call, with the API that the organisation's own program will use. */
export function FirstStepsPage() {
  const { organisation } = useSession();
  const [since] = useState(() => new Date().toISOString());
  const [key, setKey] = useState<Answer<'createKey'>>();
  const [entered, setEntered] = useState(false);
  return (
    <>
      <PageHead
        title="First steps"
        about={`Three steps to the first call of ${organisation?.name ?? 'your organisation'}.`}
      />
      <ol className="steps">
        <Step number={1} title="Create an API key" done={key !== undefined}>
          {key === undefined ? (
            <CreateKeyForm suggestion="First steps" onDone={setKey} />
          ) : (
            <p className="soft">
              The key <strong>{key.name}</strong> is there. It stands in the command below, and is shown this once.
            </p>
          )}
        </Step>
        <Step number={2} title="Create a hall with it" done={entered} waits={key === undefined}>
          {key !== undefined && <FirstRequest apiKey={key.key} />}
        </Step>
        <Step number={3} title="Enter it" done={entered} waits={key === undefined}>
          {key !== undefined && <FirstHall since={since} onEnter={() => setEntered(true)} />}
        </Step>
      </ol>
    </>
  );
}
