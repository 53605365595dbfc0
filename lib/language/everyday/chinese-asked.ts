/**
 * What people say and the words that manuals have for it: see ../everyday-words.ts for how a line is read. Nearer in
 * meaning than nothing and no more, so these groups help to find a page and prove no sentence.
 */
export const chineseAsked = `
占用, 使用中 < 被占了
`;
