/** What `stage[0]`, which reader and worker share, says while front matter is read. */
export const stageFrontMatter = 1;
