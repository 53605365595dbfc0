"use client";
import { useEffect, useRef } from "react";
import type { NextStep } from "#lib/contracts/answer";
import { sameRef } from "../source/open-source.ts";
import { readSourceRef, type SourceRef, sourceHref } from "../source/source-ref.ts";
import type { Turn } from "./turn.ts";

/**
 * The way through the sources, kept in the address: opening adds an entry to the history (Back closes the pane), walking
 * replaces it. Closing gives the focus back to the mark of the source that was open.
 */
export function useSourceWay(ref: SourceRef | undefined, turns: readonly Turn[]) {
  const opener = useRef<Opener>(undefined);
  const wanted = useRef<SourceRef>(undefined);
  // The step that was taken last and has not been drawn yet. The address may still fall back behind it: the router writes
  // down each state as it draws it.
  const ahead = useRef<SourceRef>(undefined);
  const number = ref?.turn ?? lastWithSources(turns);
  const ids = turns[number - 1]?.citations.map((citation) => citation.id) ?? [];
  const at = ref?.kind === "cited" ? ids.indexOf(ref.id) : -1;

  // The pane can be gone only after the address has changed; then the mark can take the focus again.
  useEffect(() => {
    if (ref !== undefined || wanted.current === undefined) return;
    const mark = markOf(wanted.current, opener.current) ?? opener.current?.link;
    wanted.current = undefined;
    if (mark === undefined) return;
    mark.dataset.givenBack = "";
    mark.focus();
    delete mark.dataset.givenBack;
  }, [ref]);

  // Drawn, closed or left by the way of the browser: from here on the address knows.
  useEffect(() => {
    if (ref === undefined || (ahead.current !== undefined && sameRef(ref, ahead.current))) {
      ahead.current = undefined;
    }
  }, [ref]);
  useEffect(() => {
    const forget = () => {
      ahead.current = undefined;
    };
    window.addEventListener("popstate", forget);
    return () => window.removeEventListener("popstate", forget);
  }, []);

  const open = (to: SourceRef, from: HTMLElement | null) => {
    opener.current =
      from === null ? undefined : { to, link: from, at: alike(to, from).indexOf(from) };
    ahead.current = undefined;
    go(to, ref === undefined ? "push" : "replace");
  };
  return {
    open,
    /** Where the open source stands among the answer's citations; undefined for a passage that is not cited. */
    place: at < 0 ? undefined : { at: at + 1, of: ids.length },
    walk(by: 1 | -1) {
      const here = ahead.current ?? readSourceRef(new URLSearchParams(window.location.search));
      const now = here?.kind === "cited" ? ids.indexOf(here.id) : -1;
      const start = now < 0 && by === -1 ? 0 : now;
      const id = ids[(start + by + ids.length) % ids.length];
      if (id !== undefined) {
        ahead.current = { turn: number, kind: "cited", id };
        go(ahead.current, here === undefined ? "push" : "replace");
        // What the source is cited for stands beside it.
        firstMark(linksTo(ahead.current))?.scrollIntoView({ block: "nearest" });
      }
    },
    close() {
      wanted.current = ref;
      const url = new URL(window.location.href);
      url.searchParams.delete("src");
      url.searchParams.delete("turn");
      window.history.replaceState(null, "", `${url.pathname}${url.search}`);
    },
    /** `open` of a gap names a citation by its id: one of the gap's nearest passages, else one of the answer's. */
    openFromGap(turn: number, gap: number, value: NextStep["value"], from: HTMLElement) {
      const found = turns[turn - 1];
      const nearest = found?.gaps[gap - 1]?.nearest ?? [];
      const id = Number(value);
      const near = value === null ? 0 : nearest.findIndex((passage) => passage.id === id);
      if (near >= 0 && nearest[near] !== undefined) {
        open({ turn, kind: "nearest", gap, at: near + 1 }, from);
      } else if (found?.citations.some((citation) => citation.id === id)) {
        open({ turn, kind: "cited", id }, from);
      }
    },
  };
}

function go(to: SourceRef, how: "push" | "replace"): void {
  const url = `${window.location.pathname}${sourceHref(to)}`;
  if (how === "push") window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

function lastWithSources(turns: readonly Turn[]): number {
  const index = turns.findLastIndex((turn) => turn.citations.length > 0);
  return index < 0 ? 1 : index + 1;
}

/** What a source was opened from, and which it was of the links of its kind to this source. */
type Opener = { to: SourceRef; link: HTMLElement; at: number };

/**
 * Of the links that lead to a source the one it was opened from. An answer that has come to its end meanwhile may have been
 * laid out anew: then the link that stands in its stead. Of a source that was walked to the first of the same kind, else its
 * first mark and not the place above the words; the answer stands before its source list.
 */
function markOf(ref: SourceRef, from: Opener | undefined): HTMLElement | undefined {
  const all = linksTo(ref);
  if (from === undefined) return firstMark(all);
  if (all.includes(from.link)) return from.link;
  const same = alike(ref, from.link);
  return (sameRef(ref, from.to) ? same[from.at] : undefined) ?? same[0] ?? firstMark(all);
}

const firstMark = (links: readonly HTMLElement[]) =>
  links.find(({ classList }) => classList.contains("chip")) ?? links[0];

const alike = (ref: SourceRef, link: HTMLElement): HTMLElement[] =>
  linksTo(ref).filter(({ classList }) => classList[0] === link.classList[0]);

const linksTo = (ref: SourceRef): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`main a[href="${sourceHref(ref)}"]`),
];
