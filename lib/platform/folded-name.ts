/** By which two names of files are one: a disk may hold both to be the same file. */
export const foldedName = (name: string): string => name.normalize("NFC").toLowerCase();
