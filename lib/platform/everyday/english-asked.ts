import { describing } from "./english-asked/describing.ts";
import { phrases } from "./english-asked/phrases.ts";
import { things } from "./english-asked/things.ts";
import { verbs } from "./english-asked/verbs.ts";

/**
 * What people say and the words that manuals have for it: see ../everyday-words.ts for how a line is read. Nearer in
 * meaning than nothing and no more, so these groups help to find a page and prove no sentence.
 */
export const englishAsked = `${phrases}${verbs}${things}${describing}`;
