import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import './toast.css';

type Toast = { readonly id: number; readonly text: string };

const Toasts = createContext<(text: string) => void>(() => {});

/** Says briefly that something was done; what fails is said where it was tried. */
export const useToast = () => useContext(Toasts);

const shownMilliseconds = 4_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const last = useRef(0);
  const show = useCallback((text: string) => {
    last.current += 1;
    const toast = { id: last.current, text };
    setToasts((before) => [...before.slice(-2), toast]);
    setTimeout(() => setToasts((before) => before.filter(({ id }) => id !== toast.id)), shownMilliseconds);
  }, []);
  return (
    <Toasts value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <p key={id} className="toast">
            {text}
          </p>
        ))}
      </div>
    </Toasts>
  );
}
