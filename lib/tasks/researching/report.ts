import type { Lang } from "#lib/contracts/answer";
import type { EvidenceRow, ReportSource } from "#lib/contracts/research";
import type { Gathered } from "./gather.ts";
import type { WebOffers, WebRead } from "./read-web.ts";
import { documentOf, type Statement, type StatementLines } from "./statement.ts";

/**
 * A report as data, before it is written in any form: numbered sources, statements with the numbers of their lines, and what is
 * said of all that is not there.
 */
export type Report = {
  query: string;
  lang: Lang;
  made_at: string;
  model: string | undefined;
  sections: {
    question: string;
    statements: Cited[];
    contradictions: { kind: "value" | "denial" | "opposite"; one: Cited; other: Cited }[];
    gaps: string[];
  }[];
  sources: ReportSource[];
  evidence: EvidenceRow[];
  failed: WebRead["failed"];
  searches_failed: WebOffers["searches_failed"];
  /** Pages that were longer than what was read of them. */
  cut: { title: string; url: string }[];
  notices: string[];
  /** Statements that are not told: the report had its sources, or their lines were others when it was written. */
  left_out: { sources: number; changed: number };
};

/** `at`: by source number and lines, as markers show them. */
export type Cited = Statement & { at: { source: number; line_start: number; line_end: number }[] };

/** Lines as they stand now, of one reading of their file; undefined where they do not say any more what they said. */
export type Standing = (lines: StatementLines) => StatementLines | undefined;

export function buildReport(given: {
  query: string;
  lang: Lang;
  made_at: string;
  max_sources: number;
  gathered: Gathered;
  web: (WebRead & Pick<WebOffers, "searches_failed">) | undefined;
  standing: Standing;
}): Report {
  const { gathered, web, max_sources } = given;
  const sources = new Map<string, ReportSource>();
  const evidence = new Map<string, EvidenceRow>();
  const left_out = { sources: 0, changed: 0 };
  const pages = new Map((web?.pages ?? []).map((page) => [page.relative_path, page]));

  /** All of its lines stand, and their documents are sources or may still become some; else it is not told. */
  function cite(...statements: readonly Statement[]): Cited[] {
    const standing = statements.map((one) =>
      one.lines.flatMap((line) => given.standing(line) ?? []),
    );
    const gone = standing.some((lines, i) => lines.length < (statements[i]?.lines.length ?? 0));
    if (gone || standing.flat().some(isOfAnotherReading)) {
      left_out.changed += 1;
      return [];
    }
    const fresh = new Set(
      standing
        .flat()
        .map(documentOf)
        .filter((key) => !sources.has(key)),
    );
    if (sources.size + fresh.size > max_sources) {
      left_out.sources += 1;
      return [];
    }
    return statements.map((one, i) => {
      const lines = standing[i] ?? [];
      return { ...one, lines, at: lines.map(place) };
    });
  }

  /** A source is one version of its file, and so are all lines that are cited of it. */
  function isOfAnotherReading(lines: StatementLines): boolean {
    const source = sources.get(documentOf(lines));
    return source !== undefined && source.sha256 !== lines.file_sha256;
  }

  function place(lines: StatementLines): Cited["at"][number] {
    const { root_id, relative_path, line_start, line_end, sha256, snippet } = lines;
    const key = documentOf(lines);
    const source = sources.get(key) ?? sourceOf(lines, sources.size + 1);
    sources.set(key, source);
    const row: EvidenceRow = {
      source_index: source.index,
      ...(source.url === undefined ? {} : { url: source.url }),
      path: `${root_id}/${relative_path}`,
      lines: { start: line_start, end: line_end },
      ...{ sha256, snippet },
    };
    evidence.set(`${key}\n${line_start}-${line_end}`, row);
    return { source: source.index, line_start, line_end };
  }

  function sourceOf(lines: StatementLines, index: number): ReportSource {
    const page = lines.root_id === "web" ? pages.get(lines.relative_path) : undefined;
    const url = lines.source?.url ?? page?.final_url;
    const fetched_at = lines.source?.fetched_at ?? page?.fetched_at;
    return {
      index,
      kind: lines.root_id === "web" ? "web" : "document",
      title: page?.title || lines.title,
      ...(url === undefined ? {} : { url }),
      ...(fetched_at === undefined ? {} : { fetched_at }),
      ...(page?.truncated === true ? { truncated: true as const } : {}),
      root_id: lines.root_id,
      path: lines.relative_path,
      sha256: lines.file_sha256,
    };
  }

  const sections = gathered.sections.map((section) => {
    // What sources say otherwise stands before further statements, should the sources become too many.
    const [first, ...others] = section.statements;
    const told = first === undefined ? [] : cite(first);
    const contradictions = section.contradictions.flatMap((pair) => {
      const [one, other] = cite(pair.one, pair.other);
      return one === undefined || other === undefined ? [] : [{ kind: pair.kind, one, other }];
    });
    return {
      question: section.question,
      statements: [...told, ...others.flatMap((one) => cite(one))],
      contradictions,
      gaps: section.gaps,
    };
  });
  const { query, lang, made_at } = given;
  return {
    ...{ query, lang, made_at, sections, left_out },
    model: gathered.model,
    sources: [...sources.values()],
    evidence: [...evidence.values()],
    failed: web?.failed ?? [],
    searches_failed: web?.searches_failed ?? [],
    cut: (web?.pages ?? [])
      .filter(({ truncated }) => truncated)
      .map(({ title, final_url }) => ({ title, url: final_url })),
    notices: gathered.notices,
  };
}
