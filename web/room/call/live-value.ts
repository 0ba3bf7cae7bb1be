import { useSyncExternalStore } from 'react';

/** A value that changes outside of React, and that React follows. */
export class LiveValue<Value> {
  #value: Value;
  #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set(value: Value) {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useLiveValue = <Value>({ subscribe, get }: LiveValue<Value>): Value =>
  useSyncExternalStore(subscribe, get);
