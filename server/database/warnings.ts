/** How long before a hall's end the people inside are told of it, in seconds. */
export const firstWarningSeconds = 300;
export const lastWarningSeconds = 60;
