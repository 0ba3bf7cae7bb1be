/** A command cannot do what was asked; the message is for the person who typed it. */
export class CommandError extends Error {}
