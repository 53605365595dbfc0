"use client";
import type { Turn } from "../ask/turn.ts";
import { useShortcut } from "../shortcuts/use-shortcut.ts";

/**
 * The keys of an answer: to its sources and gaps, and the quote and the editor of the source before one's eyes, which is
 * the card's while a card is there, else the pane's. They press what stands on the page, so that it answers as to a click.
 */
export function useAnswerKeys(turns: readonly Turn[], open: number | undefined): void {
  const sourced = turns.some((turn) => turn.citations.length > 0);
  const gapped = turns.some((turn) => turn.gaps.length > 0);
  useShortcut("sources", sourced ? () => go("sources", open) : undefined);
  useShortcut("gaps", gapped ? () => go("gaps", open) : undefined);
  useShortcut("copy", sourced ? () => press("copy-quote") : undefined);
  useShortcut("editor", sourced ? () => press("editor") : undefined);
}

function press(act: string): void {
  const on = (place: string) => document.querySelector<HTMLElement>(`${place} [data-act="${act}"]`);
  (on(".peek") ?? on(".source"))?.click();
}

/** To that part of the turn whose source is open, else of the last turn that has it. */
function go(part: "sources" | "gaps", turn: number | undefined): void {
  const all = [...document.querySelectorAll<HTMLElement>(`main [data-part="${part}"]`)];
  const own = all.find((one) => one.dataset.turn === String(turn)) ?? all.at(-1);
  own?.focus({ preventScroll: true });
  own?.scrollIntoView({ block: "start" });
}
