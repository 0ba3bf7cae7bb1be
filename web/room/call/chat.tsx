import { formatChatMessageLinks, type ReceivedChatMessage } from '@livekit/components-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SendIcon } from '../../shared/icons.tsx';
import { nameOf } from '../../shared/people.ts';

const longest = 4000; // characters; a message has to fit into one packet

export function Chat({
  messages,
  send,
}: {
  messages: ReceivedChatMessage[];
  /** Says whether the message was sent; what was not stays in the field. */
  send: (message: string) => Promise<boolean>;
}) {
  return (
    <>
      <Messages messages={messages} />
      <Composer send={send} />
    </>
  );
}

function Messages({ messages }: { messages: ReceivedChatMessage[] }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls because a message was added
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);

  return (
    <ol
      ref={list}
      className="messages"
      aria-live="polite"
      onScroll={({ currentTarget: it }) => {
        // Whoever has scrolled back to read is left in peace.
        isAtEnd.current = it.scrollHeight - it.scrollTop - it.clientHeight < 40;
      }}
    >
      {messages.length === 0 && (
        <li className="panel-empty">No messages yet. Everyone in the hall can read what you write here.</li>
      )}
      {messages.map((message, index) => (
        <Message key={message.id} message={message} follows={messages[index - 1]} />
      ))}
    </ol>
  );
}

function Message({ message, follows }: { message: ReceivedChatMessage; follows: ReceivedChatMessage | undefined }) {
  const { from } = message;
  const isFirst = follows?.from?.identity !== from?.identity;
  return (
    <li className={`message ${from?.isLocal ? 'message-own' : ''}`}>
      {isFirst && (
        <p className="message-head">
          <span className="message-name">{from === undefined ? 'Guest' : from.isLocal ? 'You' : nameOf(from)}</span>
          <time dateTime={new Date(message.timestamp).toISOString()}>{timeOf(message.timestamp)}</time>
        </p>
      )}
      <p className="message-text">{formatChatMessageLinks(message.message)}</p>
    </li>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const timeOf = (timestamp: number) => timeFormat.format(timestamp);

function Composer({ send }: { send: (message: string) => Promise<boolean> }) {
  const [draft, setDraft] = useState('');
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const message = draft.trim();
    if (message === '') return;
    if (await send(message)) setDraft((now) => (now === draft ? '' : now));
  };
  return (
    <form className="composer" onSubmit={(event) => void submit(event)}>
      <textarea
        className="input"
        rows={1}
        maxLength={longest}
        placeholder="Write to everyone"
        aria-label="Message to everyone"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          // Enter also ends a word that is being composed in Japanese or Chinese, and must not send it then.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event);
        }}
      />
      <button
        type="submit"
        className="round round-active"
        aria-label="Send message"
        aria-disabled={draft.trim() === ''}
      >
        <SendIcon />
      </button>
    </form>
  );
}
