import { hostOf } from "#lib/agents/web-calls";
import { say } from "#lib/platform/say";
import type { Report } from "./report.ts";

/** Sentences of a report that are the same in every form it is written in. */

/** What it is, of how much, and what its sentences are. */
export function leadOf(report: Report): string[] {
  const { lang, sources, model, made_at } = report;
  const web = sources.filter(({ kind }) => kind === "web").length;
  const counts = { sources: sources.length, web, documents: sources.length - web };
  return [
    say(lang, "research.lead", { ...counts, when: dayOf(made_at) }),
    model === undefined ? say(lang, "research.quoted") : say(lang, "research.written", { model }),
  ];
}

/** What a reader must know about what is not in it. */
export function leftOut(report: Report): string[] {
  const { lang, left_out, cut, searches_failed, notices } = report;
  return [
    ...searches_failed.map(({ question, message, rule }) =>
      say(lang, "research.search_failed_for", { question, message, rule }),
    ),
    ...cut.map(({ title, url }) => say(lang, "research.page_cut", { title, host: hostOf(url) })),
    ...(left_out.sources > 0
      ? [say(lang, "research.left_sources", { count: left_out.sources })]
      : []),
    ...(left_out.changed > 0
      ? [say(lang, "research.left_changed", { count: left_out.changed })]
      : []),
    ...notices,
  ];
}

/** To the minute, in UTC: a report is read anywhere. */
export const dayOf = (iso: string | undefined): string =>
  iso === undefined ? "" : `${iso.slice(0, 16).replace("T", " ")} UTC`;
