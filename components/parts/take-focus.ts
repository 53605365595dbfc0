/**
 * For the first of the items that "show more" brings: its button goes, and the focus that stood on it comes here. One
 * function for all, as React hands a ref of another identity its element again.
 */
export function takeFocus(item: HTMLElement | null): void {
  const within = item?.querySelector<HTMLElement>("a[href]:not([tabindex='-1']), button");
  (within ?? item)?.focus();
}
