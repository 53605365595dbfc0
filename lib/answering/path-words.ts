/** A path as words: what parts the names of folders and files is a space. */
export const pathWords = (path: string): string => path.replace(/[/\\._-]+/g, " ");
