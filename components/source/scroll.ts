/** Brings a part of a scrolling pane to its middle, or its beginning near the top when it is taller than the pane. */
export function bringToMiddle(
  target: HTMLElement | null | undefined,
  extent?: { top: number; height: number },
): void {
  const pane = target?.closest<HTMLElement>(".scroll");
  if (target === null || target === undefined || !pane) return;
  const box = target.getBoundingClientRect();
  const height = extent?.height ?? box.height;
  const top = box.top + (extent?.top ?? 0) - pane.getBoundingClientRect().top + pane.scrollTop;
  const room = pane.clientHeight;
  pane.scrollTop = height > room - 96 ? top - 48 : top - (room - height) / 2;
}
