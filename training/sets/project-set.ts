import { createHash } from "node:crypto";
import { flat, type Lang, plain, questionOf, saysEnough, weightOf } from "./asks.ts";
import { createResolver, linksOf, type Place } from "./links.ts";
import { bodyStart, leadOf, type Page, type Range, sectionEnd, trim } from "./page.ts";
import { type Asking, askingsOf } from "./questions.ts";

/** Most questions of a kind that one project gives, and one page. */
const most = {
  heading: 40,
  faq: 40,
  linked: 15,
  about: 25,
  descriptions: 10,
  page: 12,
  pages: 400,
};
/** What an answer must say by itself, apart from links: letters, a Chinese sign counting as two. */
const least = 40;
/** A question on more pages than this is not asked of one thing. */
const places = 3;

export type Source = "heading" | "faq" | "linked" | "about";
export type Gold = { page: Page; grade: 1 | 2; range?: Range };
export type Draft = { source: Source; question: string; golds: Gold[]; without: Page[] };
export type ProjectSet = {
  pages: Page[];
  drafts: Draft[];
  /** Every place that asks, whether its question was taken or not. */
  askings: Asking[];
  /** Those whose text is replaced in the page. */
  replaced: Set<Asking>;
};

/** The same order on every machine and in every language of a page. */
const order = (text: string) => createHash("sha256").update(text).digest("hex");
const shuffled = <T>(items: readonly T[], name: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, at: order(name(item)) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ item }) => item);

/** The questions of one project in one language. Changes the pages: what is asked is taken out of them. */
export function makeProjectSet(all: readonly Page[], lang: Lang): ProjectSet {
  const resolve = createResolver(all);
  const askings = all.flatMap((page) => askingsOf(page, lang));
  const groups = Map.groupBy(askings, ({ question }) => flat(question));
  const replaced = new Set<Asking>();
  const drafts: Draft[] = [];
  const counts = { heading: 0, faq: 0, linked: 0 };
  const perPage = new Map<string, number>();
  const taken = (group: readonly Asking[]) => {
    for (const asking of group) replaced.add(asking);
  };
  for (const [first, ...more] of shuffled([...groups.values()], placeName)) {
    if (first === undefined || more.length >= places) continue;
    const group = [first, ...more];
    const leads = linksTo(first, resolve);
    const answered = group.filter(({ page, answer }) => ownWeight(page, answer) >= least);
    const name = `${first.page.path}\n${first.kind}`;
    const before = perPage.get(name) ?? 0;
    if (answered.length > 0 && counts[first.kind] < most[first.kind] && before < most.page) {
      counts[first.kind] += 1;
      perPage.set(name, before + 1);
      const also = leads.map(({ page }) => ({ page, grade: 1 as const }));
      const golds = answered.map(({ page, answer }) => ({
        page,
        grade: 2 as const,
        range: answer,
      }));
      drafts.push({
        source: first.kind,
        question: first.question,
        golds: [...golds, ...also.filter(({ page }) => !golds.some((gold) => gold.page === page))],
        without: [],
      });
      taken(group);
    }
    const short = ownWeight(first.page, first.answer) < 500;
    if (
      group.length === 1 &&
      leads.length > 0 &&
      leads.length <= 3 &&
      short &&
      counts.linked < most.linked
    ) {
      counts.linked += 1;
      const golds = leads.map(({ page, heading }) => {
        const range = heading && trim(page, heading.until, sectionEnd(page, heading));
        return range ? { page, grade: 2 as const, range } : { page, grade: 1 as const };
      });
      drafts.push({ source: "linked", question: first.question, golds, without: [first.page] });
      taken(group);
    }
  }
  drafts.push(...pointedAt(all, lang, resolve), ...described(all, lang));
  rewrite(all, replaced, resolve, lang);
  return { pages: written(all, drafts), drafts, askings, replaced };
}

const placeName = ([asking]: readonly Asking[]) =>
  asking ? `${asking.page.key}\n${asking.kind}\n${ordinal(asking)}` : "";

/** Which heading or entry of its page this is; the same in a translation that keeps the outline. */
export const ordinal = ({ page, heading, at }: Asking) =>
  heading ? page.headings.indexOf(heading) : at.start;

function linksTo(
  { page, answer }: Asking,
  resolve: (page: Page, target: string) => Place | undefined,
): Place[] {
  const found = new Map<Page, Place>();
  for (const { target } of linksOf(page, answer.start, answer.end)) {
    const place = resolve(page, target);
    if (place && place.page !== page && !found.has(place.page)) found.set(place.page, place);
  }
  return [...found.values()];
}

/** How much the lines say, apart from the words of links, elements and headings. */
export function ownWeight(page: Page, { start, end }: Range): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) {
    const line = page.lines[at];
    if (line === undefined || (line.code && !line.fence)) continue;
    if (page.headings.some((heading) => heading.at <= at && at < heading.until)) continue;
    let { text } = line;
    for (const { whole } of linksOf(page, at, at + 1)) text = text.replace(whole, "");
    sum += weightOf(
      plain(text)
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    );
  }
  return sum;
}

/** Words with which another page points at a section and which the section's heading does not say. */
function pointedAt(
  all: readonly Page[],
  lang: Lang,
  resolve: (page: Page, target: string) => Place | undefined,
): Draft[] {
  const said = new Map<
    string,
    { question: string; place: Place; from: Set<Page>; many: boolean }
  >();
  for (const page of all) {
    for (const { text, target } of linksOf(page)) {
      if (!target.includes("#") && !text.includes("#")) continue;
      const question = plain(text).replace(/[.。,，:：;；]$/, "");
      if (!saysEnough(question, lang)) continue;
      const place = resolve(page, target);
      if (place?.heading === undefined || place.page === page) continue;
      const before = said.get(flat(question));
      if (before) {
        before.many ||= before.place.heading !== place.heading;
        before.from.add(page);
      } else said.set(flat(question), { question, place, from: new Set([page]), many: false });
    }
  }
  const drafts = [...said].flatMap(([words, { question, place, from, many }]) => {
    const { page, heading } = place;
    if (heading === undefined || many || from.has(page)) return [];
    const names = [plain(heading.text), titleOf(page)];
    if (names.some((name) => repeats(name, words) || sameWords(question, name))) return [];
    const range = trim(page, heading.until, sectionEnd(page, heading));
    if (range === undefined || range.end - range.start > 120 || ownWeight(page, range) < least)
      return [];
    return [
      {
        source: "about" as const,
        question,
        golds: [{ page, grade: 2 as const, range }],
        without: [...from],
      },
    ];
  });
  return shuffled(drafts, ({ question }) => question).slice(0, most.about - most.descriptions);
}

const repeats = (name: string, words: string) =>
  flat(name) !== "" && (flat(name).includes(words) || words.includes(flat(name)));

const titleOf = (page: Page) =>
  plain(
    page.headings.find(({ level }) => level === 1)?.text ??
      page.lines
        .find(({ front, text }) => front && /^title\s*[:=]/i.test(text))
        ?.text.replace(/^\w+\s*[:=]/, "") ??
      "",
  );

const wordsOf = (text: string) =>
  new Set(text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu) ?? []);

/** Do most words of one stand in the other? */
function sameWords(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return [...a].filter((word) => b.has(word)).length >= 0.75 * Math.min(a.size, b.size);
}

/** Descriptions in the front matter that the page does not repeat; they are taken out of it. */
function described(all: readonly Page[], lang: Lang): Draft[] {
  const found = all.flatMap((page) => {
    const start = bodyStart(page);
    const line = page.lines.slice(0, start).find(({ text }) => /^description\s*[:=]/i.test(text));
    const [, , text = ""] = /^description\s*[:=]\s*(["']?)(.+)\1\s*$/i.exec(line?.text ?? "") ?? [];
    const question = plain(text).replace(/[.。]$/, "");
    const range = trim(page, start, page.lines.length);
    if (line === undefined || range === undefined || range.end - range.start > 120) return [];
    if (!saysEnough(question, lang) || question.length > 180 || /[|>]/.test(question)) return [];
    if (ownWeight(page, range) < 4 * least) return [];
    const title = titleOf(page);
    if (sameWords(title, question) && wordsOf(question).size < wordsOf(title).size + 5) return [];
    if (/^(?:th(?:is|ese|ey|at)|it|here|we|our)\b|^(?:本|这|该|我们)/i.test(question)) return [];
    return [{ page, line, question, range }];
  });
  const told = Map.groupBy(found, ({ question }) => flat(question));
  const once = found.filter(({ question }) => told.get(flat(question))?.length === 1);
  const drafts: Draft[] = [];
  for (const { page, line, question, range } of shuffled(once, ({ page: { key } }) => key)) {
    if (drafts.length >= most.descriptions) break;
    const words = flat(question);
    const lead = page.lines
      .slice(range.start, range.end)
      .map(({ text }) => flat(plain(text)))
      .join("");
    const first = leadOf(page, range);
    const near = page.lines
      .slice(first.start, first.end)
      .map(({ text }) => plain(text))
      .join(" ");
    if (lead.includes(words) || sameWords(question, near)) continue;
    if (
      all.some(
        (other) =>
          other !== page &&
          other.lines.some(
            (l) => l.text.length >= question.length && flat(plain(l.text)).includes(words),
          ),
      )
    )
      continue;
    line.dropped = true;
    drafts.push({ source: "about", question, golds: [{ page, grade: 2, range }], without: [] });
  }
  return drafts;
}

/** Takes every question that was taken out of its page, and out of lists and links that repeat it elsewhere. */
function rewrite(
  all: readonly Page[],
  replaced: ReadonlySet<Asking>,
  resolve: (page: Page, target: string) => Place | undefined,
  lang: Lang,
): void {
  const labels = new Map<string, string>();
  const headings = new Map<unknown, string>();
  for (const { question, heading } of replaced) {
    const label =
      labels.get(flat(question)) ?? `${lang === "en" ? "Question" : "问题"} ${labels.size + 1}`;
    labels.set(flat(question), label);
    if (heading) headings.set(heading, label);
  }
  for (const asking of replaced) asking.rewrite(labels.get(flat(asking.question)) ?? "");
  const asked = new Set([...replaced].flatMap(({ page, at }) => lineNames(page, at)));
  for (const page of all) {
    for (const [at, line] of page.lines.entries()) {
      // An anchor that is made of the question says it too, at its place and wherever a link names it.
      line.text = line.text.replace(
        /([#"'])([^\s#"'()<>\]{}]{8,})(?=["')\]\s?%}>]|$)/g,
        (whole, sign, value) => {
          const label = labels.get(flat(value));
          return label === undefined ? whole : `${sign}${anchorOf(label)}`;
        },
      );
      if (asked.has(`${page.path}\n${at}`) || (line.code && !line.front)) continue;
      if (line.front) {
        const [, key, value = ""] =
          /^(\s*(?:-\s+)?[\w-]+\s*[:=]\s*)["']?(.*?)["']?\s*$/.exec(line.text) ?? [];
        const own = flat(questionOf(value));
        const told =
          own.length < 12 ? undefined : [...labels].find(([words]) => own.includes(words));
        const label = labels.get(own) ?? told?.[1];
        if (label !== undefined) line.text = `${key}${label}`;
        continue;
      }
      const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line.text)?.[1];
      if (labels.has(flat(questionOf(item ?? line.text)))) {
        if (item !== undefined || !/^\s*#/.test(line.text)) line.dropped = true;
        continue;
      }
      for (const { text, target, whole } of linksOf(page, at, at + 1)) {
        const label = labels.get(flat(questionOf(text)));
        const heading = target.includes("#") ? resolve(page, target)?.heading : undefined;
        const place = headings.get(heading);
        let link = label === undefined ? whole : whole.replace(text, label);
        if (place !== undefined) link = link.replace(/#[^\s)"'\]|]*/, `#${anchorOf(place)}`);
        if (link !== whole) line.text = line.text.replace(whole, () => link);
      }
    }
  }
}

const anchorOf = (label: string) => label.replace(" ", "-").toLowerCase();

const lineNames = ({ path }: Page, { start, end }: Range) =>
  Array.from({ length: end - start }, (_, at) => `${path}\n${start + at}`);

/** The pages that are kept: those that questions need, then others. */
function written(all: readonly Page[], drafts: readonly Draft[]): Page[] {
  const needed = drafts.flatMap(({ golds, without }) => [
    ...golds.map(({ page }) => page),
    ...without,
  ]);
  return keptPages(all, new Set(needed), most.pages);
}

/** All pages that are needed; while they are fewer than `limit`, others too, those of the largest folders first. */
export function keptPages<P extends { path: string }>(
  all: readonly P[],
  needed: ReadonlySet<P>,
  limit: number,
): P[] {
  const top = ({ path }: P) => path.split("/").slice(0, -1).slice(0, 2).join("/");
  const sizes = new Map(
    [...Map.groupBy(all, top)].map(([folder, pages]) => [folder, pages.length]),
  );
  const size = (page: P) => sizes.get(top(page)) ?? 0;
  const rest = all
    .filter((page) => !needed.has(page))
    .sort((a, b) => size(b) - size(a) || (a.path < b.path ? -1 : 1));
  return [...needed, ...rest].slice(0, Math.max(limit, needed.size));
}
