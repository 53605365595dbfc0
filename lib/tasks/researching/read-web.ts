import { z } from "zod";
import {
  extractPage,
  fetchPage,
  hostOf,
  pageOf,
  searchWeb,
  type WebRefusal,
} from "#lib/agents/web-calls";
import { ErrorCode } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import type { StepContext } from "../task-type.ts";

/** What searches of the web offered for the questions of a report, the best of each first. */
export const WebOffers = z.object({
  offered: z.array(
    z.object({
      url: z.string(),
      /** Which questions it was offered for. */
      questions: z.array(z.number().int().min(0)),
    }),
  ),
  /** Searches that brought nothing because they failed. */
  searches_failed: z.array(
    z.object({ question: z.string(), rule: ErrorCode, message: z.string() }),
  ),
});
export type WebOffers = z.infer<typeof WebOffers>;

/** What became of them: pages that were fetched and saved, within limits, and those that could not be. */
export const WebRead = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      final_url: z.string(),
      title: z.string(),
      fetched_at: z.string(),
      relative_path: z.string(),
      truncated: z.boolean(),
      questions: z.array(z.number().int().min(0)),
    }),
  ),
  failed: z.array(z.object({ url: z.string(), rule: ErrorCode, message: z.string() })),
  /** Offered and not tried, for the report had its pages or its bytes. */
  left: z.number().int().min(0),
});
export type WebRead = z.infer<typeof WebRead>;
type Page = WebRead["pages"][number];
type Offer = WebOffers["offered"][number];

/** Of all pages together, as they came. */
const MOST_BYTES = 64 * 1024 * 1024;
/** So many addresses are tried for each page that may be read. */
const TRIES = 3;
const AT_ONCE = 3;
const OFFERED = { least: 20, most: 50 };

export async function offerPages(
  context: StepContext,
  questions: readonly string[],
  max_sources: number,
): Promise<WebOffers> {
  const { call, lang } = context;
  const each = Math.ceil((max_sources * TRIES) / questions.length);
  const limit = Math.min(OFFERED.most, Math.max(OFFERED.least, each));
  const searches_failed: WebOffers["searches_failed"] = [];
  const offers: string[][] = [];
  for (const question of questions) {
    const found = await searchWeb(call, question, limit);
    offers.push(found.ok ? found.output.map(({ url }) => url) : []);
    context.progress(offers.length, questions.length);
    if (found.ok) continue;
    const { rule, message } = found;
    searches_failed.push({ question, rule, message });
    context.notice("web_search_failed", say(lang, "research.search_failed", { rule, message }));
  }
  return { offered: inTurn(offers), searches_failed };
}

export async function readPages(
  context: StepContext,
  offered: readonly Offer[],
  max_sources: number,
): Promise<WebRead> {
  const { call, lang } = context;
  const read: WebRead = { pages: [], failed: [], left: 0 };
  const tried = offered.slice(0, max_sources * TRIES);
  let bytes = 0;
  let removed = 0;
  let at = 0;
  while (at < tried.length && read.pages.length < max_sources && bytes < MOST_BYTES) {
    const together = tried.slice(at, at + Math.min(AT_ONCE, max_sources - read.pages.length));
    at += together.length;
    for (const page of await Promise.all(together.map(readPage))) {
      if (page !== undefined) addPage(page);
    }
    context.progress(read.pages.length, Math.min(max_sources, tried.length));
  }
  read.left = offered.length - at;
  if (removed > 0)
    context.notice("pages_removed", say(lang, "ask_web.made_room", { count: removed }));
  return read;

  async function readPage({ url, questions }: Offer): Promise<Page | undefined> {
    const fetched = await fetchPage(call, url);
    if (!fetched.ok) return fail(url, fetched);
    bytes += fetched.output.bytes;
    const extracted = await extractPage(call, url, fetched.output);
    if (!extracted.ok) return fail(url, extracted);
    const { final_url, title, fetched_at, relative_path, lines } = extracted.output;
    if (lines === 0) {
      return fail(url, { rule: "not_a_document", message: say(lang, "research.no_text") });
    }
    const truncated = extracted.output.truncated || fetched.output.truncated;
    removed += extracted.output.removed;
    if (truncated) {
      const params = { host: hostOf(final_url), title };
      context.notice("page_cut", say(lang, "research.page_cut", params));
    }
    return { url, final_url, title, fetched_at, relative_path, truncated, questions };
  }

  function fail(url: string, { rule, message }: WebRefusal): undefined {
    read.failed.push({ url, rule, message });
  }

  /** Two addresses may lead to one page. */
  function addPage(page: Page): void {
    const same = read.pages.find(({ relative_path }) => relative_path === page.relative_path);
    if (same === undefined) read.pages.push(page);
    else same.questions = [...new Set([...same.questions, ...page.questions])];
  }
}

/** The first of each question, then the second of each; a page that several are offered is read once for all of them. */
function inTurn(offers: readonly (readonly string[])[]): Offer[] {
  const byPage = new Map<string, Offer>();
  const longest = Math.max(0, ...offers.map((urls) => urls.length));
  for (let at = 0; at < longest; at += 1) {
    for (const [question, urls] of offers.entries()) {
      const url = urls[at];
      const page = url === undefined ? undefined : pageOf(url);
      if (url === undefined || page === undefined) continue;
      const known = byPage.get(page);
      if (known === undefined) byPage.set(page, { url, questions: [question] });
      else if (!known.questions.includes(question)) known.questions.push(question);
    }
  }
  return [...byPage.values()];
}
