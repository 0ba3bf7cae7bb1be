/** Hall's version, the same as package.json's; a test compares them. */
export const version = '0.1.0';
