import { type ReceivedChatMessage, useChat } from '@livekit/components-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { nameOf } from '../../shared/people.ts';

/** The chat's messages, and how many of them came while the chat was closed. */
export function useMessages(isOpen: boolean, notify: (text: string) => void) {
  const { chatMessages: latest, send } = useChat();
  const chatMessages = useHistory(latest);
  const [read, setRead] = useState(0);
  if (isOpen && read !== chatMessages.length) setRead(chatMessages.length);

  const announced = useRef(0);
  useEffect(() => {
    const last = chatMessages.at(-1);
    if (chatMessages.length > announced.current && last?.from !== undefined && !last.from.isLocal && !isOpen) {
      notify(`${nameOf(last.from)}: ${shortened(last.message)}`);
    }
    announced.current = chatMessages.length;
  }, [chatMessages, isOpen, notify]);

  return {
    messages: chatMessages,
    unread: chatMessages.length - read,
    send: async (message: string) => {
      try {
        await send?.(message);
        return true;
      } catch {
        notify('Your message was not sent. Try again when the connection is back.');
        return false;
      }
    },
  };
}

/** `useChat` begins anew after the connection was lost; what was read before stays readable here. */
function useHistory(latest: ReceivedChatMessage[]): ReceivedChatMessage[] {
  const [past, setPast] = useState<ReceivedChatMessage[]>([]);
  const [before, setBefore] = useState(latest);
  if (before !== latest) {
    if (latest.length < before.length) setPast([...past, ...before]);
    setBefore(latest);
  }
  return useMemo(() => [...past, ...latest], [past, latest]);
}

const shortened = (message: string) => (message.length > 80 ? `${message.slice(0, 79)}…` : message);
