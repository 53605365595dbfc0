"use client";
import { sectionOf } from "./settings-index.ts";

let stop: (() => void) | undefined;

/**
 * Goes to a section or field of Settings as soon as it is on the page: opens what it is folded away in, brings it into
 * view, gives it the focus and lets it flash once. A field that is not there now is waited for at its section, until the
 * person does something else.
 */
export function seekSetting(id: string): void {
  stop?.();
  if (show(id)) return;
  let atSection = false;
  const look = () => {
    if (show(id)) return stop?.();
    const section = sectionOf(id);
    if (!atSection && section !== id) atSection = show(section);
  };
  const observer = new MutationObserver(look);
  const halt = () => {
    observer.disconnect();
    for (const kind of left) window.removeEventListener(kind, halt, true);
    stop = undefined;
  };
  stop = halt;
  observer.observe(document.body, { childList: true, subtree: true });
  for (const kind of left) window.addEventListener(kind, halt, true);
  look();
}

const left = ["pointerdown", "wheel", "touchmove", "popstate"] as const;

function show(id: string): boolean {
  const found = document.querySelector<HTMLElement>(`.settings #${CSS.escape(id)}`);
  if (found === null) return false;
  for (let at = found.closest("details"); at !== null; at = folded(at)) at.open = true;
  const target = controlIn(found);
  const shown = (found.matches("h2") ? found.closest("section") : null) ?? found;
  shown.scrollIntoView({ block: shown === found ? "center" : "start" });
  target.focus({ preventScroll: true });
  shown.dataset.sought = "true";
  shown.addEventListener("animationend", () => delete shown.dataset.sought, { once: true });
  return true;
}

const folded = (inner: Element) => inner.parentElement?.closest("details") ?? null;

/** What takes the focus: the control itself, the first in it, or a heading, which nothing else would bring it to. */
function controlIn(found: HTMLElement): HTMLElement {
  const controls = "input, select, textarea, button, a[href]";
  if (found.matches(controls)) return found;
  const chosen = found.querySelector<HTMLElement>(
    "input:checked, [aria-pressed='true'], [aria-checked='true']",
  );
  const first = chosen ?? found.querySelector<HTMLElement>(controls);
  if (first !== null && !found.matches("h2")) return first;
  found.tabIndex = -1;
  return found;
}
