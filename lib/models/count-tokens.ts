/**
 * About how many tokens a text is, where its model does not say: a guess on the dear side, so that no limit is without effect
 * and nothing is sent that a server would have to cut. A letter of Chinese, Japanese or Korean is one, three others are.
 */
export function countTokens(text: string): number {
  const single = text.match(singles)?.length ?? 0;
  return Math.ceil(single + (text.length - single) / lettersPerToken);
}

const lettersPerToken = 3;
/** Those scripts with their marks; and halves of letters beyond the first plane, such as emoji. */
const singles = /[\u2e80-\u9fff\uac00-\ud7ff\ud800-\udfff\uf900-\ufaff\uff00-\uffef]/g;
