import { describing } from "./english-asked/describing.ts";
import { phrases } from "./english-asked/phrases.ts";
import { things } from "./english-asked/things.ts";
import { verbs } from "./english-asked/verbs.ts";

/**
 * What people say and the words that manuals have for it: see ../everyday-words.ts for how a line is read. Nearer in
 * meaning than nothing and no more: a question is told again by them in what was found, and no sentence is proved; put
 * in a search, they lead a folder of few pages astray.
 */
export const englishAsked = `${phrases}${verbs}${things}${describing}`;
