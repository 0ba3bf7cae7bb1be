/**
 * Holds back those who want to enter until the media server's rooms are there again: LiveKit's client gives up for good
 * when it finds the server up and its room missing, and it is at the door within milliseconds of the server's return.
 *
 *     open ──lost()──▶ shut ──restored()──▶ open
 */
export type RestoreGate = {
  /** The media server went away, or came back without its rooms. */
  lost(): void;
  /** The rooms of people in calls are there. */
  restored(): void;
  /** Resolves when the gate is open; false when it was not within the time given. */
  whenOpen(milliseconds: number): Promise<boolean>;
};

export const restoreGate = (): RestoreGate => {
  let shut: PromiseWithResolvers<void> | undefined;
  return {
    lost: () => {
      shut ??= Promise.withResolvers();
    },
    restored: () => {
      shut?.resolve();
      shut = undefined;
    },
    whenOpen: async (milliseconds) => {
      if (shut === undefined) return true;
      const overdue = Promise.withResolvers<false>();
      const timer = setTimeout(overdue.resolve, milliseconds, false);
      const isOpen = await Promise.race([shut.promise.then(() => true), overdue.promise]);
      clearTimeout(timer);
      return isOpen;
    },
  };
};
