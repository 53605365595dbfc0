/**
 * Whether a key belongs to an input method: a word is being composed, or the key has just ended it. Safari tells the
 * second only by the old key code.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
