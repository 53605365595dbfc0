import type { Withheld } from "#lib/citations/gate";
import type { Coverage, Gap, Lang, NextStep } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { Passage, QueryTerm, TaskError } from "#lib/contracts/envelope";
import { type ErrorCode, PathRule, ruleSettings } from "#lib/contracts/errors";
import type { QuestionText } from "#lib/contracts/question";
import { webRootId } from "#lib/contracts/web";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { analyseQuestion } from "#lib/language/analyse-question";
import { joinPairs } from "#lib/language/join-pairs";
import { questionLang } from "#lib/language/question-lang";
import { type QuestionWord, questionWords } from "#lib/language/question-words";
import { contentTerms, detectLang } from "#lib/language/words";
import { oneLine } from "#lib/platform/one-line";
import { type MessageKey, say } from "#lib/platform/say";
import { nextStep } from "./next-step.ts";

/**
 * What an answer leaves open, as cards: the cause, one sentence, what was tried where, and next steps that can be clicked.
 * Each way of having no answer has its own card; none of them claims that something is missing unless it was searched for.
 */
export type GapContext = {
  /** Read as what it is written in. */
  question: QuestionText;
  /** What is said to the person. */
  lang: Lang;
  /** The folders this question was narrowed to; empty means every folder. */
  narrowed: readonly string[];
  /** Pages of the web were not looked for, and can be. */
  can_search_web?: boolean;
};

export type NothingFound = {
  coverage: Coverage;
  terms: readonly QueryTerm[];
  /** Words of the question that no fitting passage holds, as they were written. */
  missing: readonly string[];
  did_you_mean?: string | undefined;
  looked: Looked;
  /** Lines of some of the nearest are shown. */
  close: boolean;
  /** Best first. */
  nearest: readonly Citation[];
};

/** Where was looked and where not. */
export type Looked = Pick<Gap, "searched" | "not_searched">;

/** So many passages are named under a gap. */
export const mostNearest = 3;

/**
 * A corrected word is offered where some passage holds it together with most of the question's other words: beside
 * nothing that was asked for it leads nowhere.
 */
export function meantTogether(
  question: QuestionText,
  meant: string | undefined,
  passages: readonly Passage[],
): string | undefined {
  if (meant === undefined) return undefined;
  const own = new Set(contentTerms(question));
  const words = [...new Set(contentTerms(meant))];
  const corrected = words.filter((word) => !own.has(word));
  const others = words.filter((word) => own.has(word));
  const together = passages.some(({ text }) => {
    const held = new Set(contentTerms(text));
    const kept = others.filter((word) => held.has(word)).length;
    return corrected.every((word) => held.has(word)) && kept >= others.length / 2;
  });
  return together ? meant : undefined;
}

export function nothingFoundGap(context: GapContext, found: NothingFound): Gap {
  const { lang, question } = context;
  const words = questionWords(question, found.terms);
  const steps: NextStep[] = [];
  const final = found.coverage.state === "ready";
  if (!final) steps.push(retry(context));
  const meant = found.did_you_mean;
  if (meant !== undefined) steps.push(ask("rephrase", lang, "gap.step.did_you_mean", meant));
  steps.push(...fewerWords(words, found.terms, lang));
  if (steps.length === 0) {
    steps.push(nextStep(lang, "rephrase", question, "gap.step.rephrase"));
  }
  if (context.narrowed.length > 0) steps.push(allFolders(context));
  if (context.can_search_web === true)
    steps.push(ask("search_web", lang, "gap.step.search_web", question));
  const nearest = [...found.nearest];
  const first = nearest[0];
  if (first) steps.push(open(context, first));
  steps.push(nextStep(lang, "add_folder", null, "gap.step.add_folder"));
  return {
    about: question,
    cause: final || words.length === 0 ? "no_hit" : "not_indexed_yet",
    rule: null,
    message: words.length === 0 ? say(lang, "gap.no_words") : nothingFoundSentence(context, found),
    tried: words.map((w) => w.text),
    ...found.looked,
    nearest,
    next_steps: steps,
  };
}

/** The best passage there is cannot be quoted. */
export function tooLongGap(context: GapContext, citation: Citation, looked: Looked): Gap {
  const { line_start, line_end } = citation.locator;
  const message = say(context.lang, "gap.too_long", {
    path: citation.display_path,
    line_start,
    line_end,
  });
  const gap = plain(context, "unsupported", null, message, [open(context, citation)]);
  return { ...gap, ...looked, nearest: [citation] };
}

function nothingFoundSentence({ lang, question }: GapContext, found: NothingFound): string {
  const { files_known: known, files_searchable: ready, state } = found.coverage;
  if (state === "building") return say(lang, "gap.not_indexed_yet", { known, ready });
  if (state === "degraded") return say(lang, "gap.not_all_searchable", { known, ready });
  // Who shows lines that come close does not say that there is nothing.
  const { close } = found;
  if (found.missing.length === 0) return say(lang, close ? "gap.no_hit_close" : "gap.no_hit");
  const names = joinPairs(namesAmong(found.missing, question), question).slice(0, mostNamed);
  if (names.length > 0) {
    const key = close ? "gap.no_hit_named_close" : "gap.no_hit_named";
    return say(lang, key, { words: quoted(names, lang) });
  }
  const missing = joinPairs(found.missing, question).slice(0, mostNamed);
  const told = { count: missing.length, words: quoted(missing, lang) };
  return say(lang, close ? "gap.no_hit_missing_close" : "gap.no_hit_missing", told);
}

/** So many words that stand nowhere are told. */
const mostNamed = 4;

/** Of words that stand nowhere, those that name something. */
function namesAmong(words: readonly string[], question: QuestionText): string[] {
  const { terms } = analyseQuestion(question);
  const names = terms.filter(({ role }) => role === "name" || role === "identifier");
  const named = new Set(names.map(({ written }) => written));
  return words.filter((word) => named.has(word));
}

/** What is left of a question must still be about something: a good part of its weight. */
const worthAsking = 0.3;

/** The question without the words that no passage holds; for Han questions its foreign words. */
function fewerWords(
  words: readonly QuestionWord[],
  terms: readonly QueryTerm[],
  lang: Lang,
): NextStep[] {
  const present = words.filter((w) => w.found);
  const weight = terms.filter((t) => t.passages > 0).reduce((sum, t) => sum + t.weight, 0);
  if (present.length > 0 && present.length < words.length && weight >= worthAsking) {
    const value = present.map((w) => w.text).join(" ");
    const dropped = words.filter((w) => !w.found).map((w) => w.text);
    const named = (lang: Lang) => quoted(dropped.slice(0, mostNamed), lang);
    return [nextStep(lang, "broaden", value, "gap.step.broaden", named)];
  }
  const foreign = words.filter((w) => !w.han);
  if (foreign.length > 0 && foreign.length < words.length) {
    const value = foreign.map((w) => w.text).join(" ");
    return [ask("rephrase", lang, "gap.step.identifiers", value)];
  }
  return [];
}

/**
 * True when the folders hardly hold the question's language: not one of its Han words stands in any passage, or all that
 * was found, and it is more than a passage, is in another language.
 */
export function isForeignToFolders(
  question: QuestionText,
  terms: readonly QueryTerm[],
  found: readonly string[],
): boolean {
  const han = questionWords(question, terms).filter((w) => w.han);
  if (han.length > 0 && terms.length > 0 && han.every((w) => !w.found)) return true;
  const lang = questionLang(question);
  return found.length > 1 && found.every((text) => detectLang(text) !== lang);
}

export function noFoldersGap(context: GapContext): Gap {
  const step = nextStep(context.lang, "add_folder", null, "gap.step.add_folder");
  return plain(context, "no_hit", null, say(context.lang, "gap.no_folders"), [step]);
}

export function unknownFolderGap(context: GapContext, ids: readonly string[]): Gap {
  const message = say(context.lang, "gap.unknown_folder", { ids: quoted(ids, context.lang) });
  const steps = [allFolders(context), configure(context, "gap.step.folders", "doc_access.roots")];
  return { ...plain(context, "denied", "outside_scope", message, steps), typed: [...ids] };
}

export function deniedGap(context: GapContext, error: TaskError | undefined): Gap {
  const rule: ErrorCode = error?.rule ?? error?.code ?? "unknown";
  const reason = ruleSentence(context.lang, rule) ?? "";
  const message = say(context.lang, "gap.denied", { rule, reason });
  const steps = [configure(context, "gap.step.folders", "doc_access.roots")];
  const gap = plain(context, "denied", rule, message, steps);
  if (context.narrowed.length === 0) return gap;
  steps.unshift(allFolders(context));
  return { ...gap, typed: [...context.narrowed] };
}

/** The question asks for what stands at these paths, and the rule keeps them closed. */
export function deniedPathGap(context: GapContext, rule: ErrorCode, paths: readonly string[]): Gap {
  const reason = ruleSentence(context.lang, rule) ?? "";
  const message = say(context.lang, "gap.denied_path", { rule, reason });
  const closed = ruleSettings[rule] === "doc_access.deny";
  const step = closed
    ? configure(context, "gap.step.denylist", "doc_access.deny")
    : configure(context, "gap.step.folders", "doc_access.roots");
  return { ...plain(context, "denied", rule, message, [step]), typed: [...paths] };
}

/** `found`: passages that the search had brought by then, and nobody had read. */
export function timeoutGap(
  context: GapContext,
  afterMs: number,
  found: readonly Citation[] = [],
): Gap {
  const seconds = (Math.max(afterMs, 10) / 1000).toFixed(afterMs < 1000 ? 2 : 1);
  const message = say(context.lang, "gap.timeout", { seconds });
  const gap = plain(context, "timeout", null, message, [retry(context)]);
  return { ...gap, nearest: found.slice(0, mostNearest) };
}

export function errorGap(
  context: GapContext,
  error: { code: ErrorCode; rule?: ErrorCode | undefined } | undefined,
): Gap {
  const gone = error?.code === "provider_unavailable" || error?.code === "provider_closed";
  const message = say(context.lang, gone ? "gap.provider_unavailable" : "gap.error");
  const steps = [retry(context)];
  if (gone) steps.push(configure(context, "gap.step.servers", "mcp_servers"));
  return plain(context, "error", error?.rule ?? error?.code ?? null, message, steps);
}

export function unverifiedGap(context: GapContext, error: TaskError): Gap {
  const cause = error.code === "timeout" ? "timeout" : "error";
  const rule = cause === "timeout" ? null : (error.rule ?? error.code);
  return plain(context, cause, rule, say(context.lang, "gap.unverified"), [retry(context)]);
}

/** One card for each reason and file, whatever the number of sentences. What was withheld is not quoted. */
export function withheldGaps(
  context: GapContext,
  withheld: readonly Withheld[],
  citations: ReadonlyMap<number, Citation>,
): Gap[] {
  const gaps = new Map<string, { gap: Gap; steps: string[] }>();
  for (const { claim, reason } of withheld) {
    const citation = claim.citations.map((id) => citations.get(id)).find((c) => c !== undefined);
    const path = citation?.display_path ?? "";
    const changed = reason === "citation_changed";
    const key: MessageKey = changed
      ? "gap.withheld_changed"
      : reason === "unsupported"
        ? inOtherLanguage(claim, citation)
          ? "gap.withheld_other_language"
          : "gap.withheld_unsupported"
        : reason === "too_long"
          ? "gap.withheld_too_long"
          : "gap.withheld_no_source";
    const message = say(context.lang, key, { path });
    const next = [retry(context)];
    if (citation && !changed) next.unshift(open(context, citation));
    const nearest = citation && !changed ? [citation] : [];
    const rule = changed ? "path_changed" : null;
    const gap = { ...plain(context, "unsupported", rule, message, next), nearest };
    const told = gaps.get(message) ?? { gap, steps: [] };
    if (claim.kind === "step" && claim.info !== undefined) told.steps.push(claim.info);
    gaps.set(message, told);
  }
  return [...gaps.values()].map(({ gap, steps }) =>
    steps.length === 0 ? gap : { ...gap, message: missingSteps(context.lang, steps, gap.message) },
  );
}

/**
 * What of the question a model found unanswered in what it read. Its words are shown as far as they are the person's: a
 * document may have told it what to write.
 */
export function missingGap(context: GapContext, part: string): Gap {
  const { share, lacks } = heldBy(part, wordsHeld(context.question));
  const own = share >= mostlyAsked && lacks.length < mostOwnWords;
  const about = own ? oneLine(part, longestPart) : "";
  const key = about === "" ? "gap.model_missing" : "gap.model_missing_part";
  const words = `“${about.replace(/[“”]/g, "")}”`;
  return plain(context, "no_hit", null, say(context.lang, key, { words }), [retry(context)]);
}
const mostlyAsked = 0.5;
const mostOwnWords = 4;
const longestPart = 160;

/** A procedure without one of its steps is another procedure: which are missing is said first. */
function missingSteps(lang: Lang, steps: readonly string[], why: string): string {
  const named = steps.join(lang === "zh-CN" ? "、" : ", ");
  return say(lang, "gap.withheld_steps", { steps: named, why });
}

/** The sentence and the lines it names are in two languages. Code reads as English: whether it is on a Chinese page its headings tell. */
export function inOtherLanguage(
  { text }: Withheld["claim"],
  citation: Pick<Citation, "snippet" | "title" | "breadcrumb"> | undefined,
): boolean {
  if (citation === undefined) return false;
  const { snippet, title, breadcrumb } = citation;
  const own = detectLang(text);
  const headings = detectLang([title, ...breadcrumb].join("\n"));
  return detectLang(snippet) !== own && (own === "en" || headings !== own);
}

/** A call that was kept from being made, where a person can do something about it. */
export function toolGap(context: GapContext, tool: string, rule: ErrorCode): Gap | undefined {
  const key = refusedCalls[rule];
  if (key === undefined) return undefined;
  const cause = rule === "approval_required" ? "approval_required" : "denied";
  return plain(context, cause, rule, say(context.lang, key, { tool }), []);
}

const refusedCalls: Partial<Record<ErrorCode, MessageKey>> = {
  approval_required: "gap.tool_asks",
  approval_denied: "gap.tool_denied",
  approval_expired: "gap.tool_expired",
  capability_level: "gap.tool_level",
};

/**
 * The searched folders with the number of files each had, and those the question was not put to, from the docs server's own
 * account. `asked`: root ids, none for every folder; `chosen`: those that a person chose.
 */
export function lookedIn(
  roots: readonly RootStatus[],
  asked: readonly string[],
  chosen: readonly string[],
): Looked {
  const there = roots.filter(({ state }) => state !== "paused");
  const isAsked = ({ id }: RootStatus) => asked.length === 0 || asked.includes(id);
  const why = chosen.length > 0 ? ("not_chosen" as const) : ("not_named" as const);
  const not_searched = there
    .filter((root) => root.id !== webRootId && !isAsked(root))
    .map(({ id, label, files }) => ({ root_id: id, label, files, why }));
  return {
    searched: searchedRoots(there.filter(isAsked)),
    ...(not_searched.length === 0 ? {} : { not_searched }),
  };
}

const searchedRoots = (roots: readonly RootStatus[]): Gap["searched"] =>
  roots.map((root) => {
    const left_out = root.skipped.filter(({ rule, count }) => count > 0 && rule !== "synonym_line");
    const searched = { root_id: root.id, label: root.label, files: root.files };
    return left_out.length === 0 ? searched : { ...searched, left_out };
  });

function plain(
  context: GapContext,
  cause: Gap["cause"],
  rule: Gap["rule"],
  message: string,
  next_steps: NextStep[],
): Gap {
  const about = context.question;
  return { about, cause, rule, message, tried: [], searched: [], nearest: [], next_steps };
}

function open({ lang }: GapContext, citation: Citation): NextStep {
  return nextStep(lang, "open", citation.id, "gap.step.open");
}

function retry({ lang, question }: GapContext): NextStep {
  return nextStep(lang, "retry", question, "gap.step.retry");
}

function allFolders({ lang, question }: GapContext): NextStep {
  return nextStep(lang, "search_all_folders", question, "gap.step.search_all_folders");
}

function configure({ lang }: GapContext, key: MessageKey, setting: string): NextStep {
  return nextStep(lang, "configure", setting, key);
}

function ask(
  action: "rephrase" | "search_web",
  lang: Lang,
  key: MessageKey,
  value: string,
): NextStep {
  return nextStep(lang, action, value, key, () => value);
}

function quoted(words: readonly string[], lang: Lang): string {
  return words.map((w) => `“${w}”`).join(lang === "zh-CN" ? "、" : ", ");
}

/** What a path rule means, for a person; other rules have no sentence here. */
export function ruleSentence(lang: Lang, rule: ErrorCode): string | undefined {
  const path = PathRule.safeParse(rule);
  return path.success ? say(lang, `rule.${path.data}`) : undefined;
}
