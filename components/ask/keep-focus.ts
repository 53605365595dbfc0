/** Where what had the focus has left the page, the page itself takes it: the next key goes on from here. */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById("main")?.focus({ preventScroll: true });
}
