import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { CheckField, TextField } from '../../kit/field.tsx';
import { textIn, textOf } from '../../kit/form-values.ts';
import { type EventType, eventTypes, isEventType } from './event-types.ts';

type Webhook = Answer<'getWebhook'>;

/** What was written into the fields, as Hall takes it. */
export const webhookIn = (form: FormData) => {
  const chosen = form.getAll('events').filter((one): one is EventType => typeof one === 'string' && isEventType(one));
  return {
    url: textOf(form, 'url'),
    description: textIn(form, 'description') ?? null,
    events: form.get('every') === 'on' || chosen.length === 0 ? (['*'] as '*'[]) : chosen,
  };
};

export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const chosen = webhook?.events ?? ['*'];
  const [every, setEvery] = useState(chosen.includes('*'));
  return (
    <>
      <TextField
        label="Address"
        name="url"
        type="url"
        maxLength={2048}
        required
        defaultValue={webhook?.url ?? ''}
        placeholder="https://example.org/hooks/hall"
        autoFocus
      />
      <TextField label="Note" name="description" maxLength={512} defaultValue={webhook?.description ?? ''} />
      <fieldset className="choices">
        <legend className="field-label">Events</legend>
        <CheckField
          label="Every event"
          name="every"
          checked={every}
          onChange={(event) => setEvery(event.currentTarget.checked)}
          hint="Those of later versions of Hall too."
        />
        {!every &&
          Object.entries(eventTypes).map(([type, words]) => (
            <CheckField
              key={type}
              label={type}
              name="events"
              value={type}
              defaultChecked={chosen.includes(type)}
              hint={words}
            />
          ))}
      </fieldset>
    </>
  );
}
