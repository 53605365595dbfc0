import type { z } from "zod";
import {
  DocsLinkedOutput,
  DocsListInput,
  DocsListOutput,
  DocsOutlineOutput,
  DocsPictureOutput,
  DocsPicturesOutput,
  DocsReadOutput,
  DocsSearchOutput,
  DocsSuggestOutput,
  DocsVerifyInput,
  DocsVerifyOutput,
} from "#lib/contracts/docs-tools";
import type { ErrorCode } from "#lib/contracts/errors";
import type { ReadAudit } from "#lib/contracts/ports";

/** What one audit row adds to the call it belongs to: which lines were read, or which rule refused them. Never text. */
export type ReadRow = Omit<
  ReadAudit,
  "at" | "trace_id" | "run_id" | "task_id" | "step_id" | "invocation_id" | "agent_id" | "tool_id"
>;

/**
 * The documents a successful call handed over. An outline shows headings and a list titles, which are words of documents
 * too, and so does a suggestion: a list is one row for each folder it was asked for, suggestions are one for all folders.
 * Tools that show no word of a document have none.
 */
export function readRows(toolId: string, args: unknown, structured: unknown): ReadRow[] {
  switch (toolId) {
    case "mcp.docs.docs_search":
      return (parse(DocsSearchOutput, structured)?.hits ?? []).map((hit) => ({
        root_id: hit.root_id,
        relative_path: hit.relative_path,
        line_start: hit.locator.line_start,
        line_end: hit.locator.line_end,
        length: (hit.text ?? hit.snippet).length,
        sha256: hit.sha256,
      }));
    case "mcp.docs.docs_read": {
      const read = parse(DocsReadOutput, structured);
      if (!read) return [];
      return [
        {
          root_id: read.root_id,
          relative_path: read.relative_path,
          line_start: read.line_start,
          line_end: read.line_end,
          length: read.text.length,
          sha256: read.sha256,
        },
      ];
    }
    case "mcp.docs.docs_outline": {
      const outline = parse(DocsOutlineOutput, structured);
      if (!outline) return [];
      return [{ root_id: outline.root_id, relative_path: outline.relative_path }];
    }
    case "mcp.docs.docs_linked": {
      const looked = parse(DocsLinkedOutput, structured);
      if (!looked) return [];
      return [{ root_id: looked.root_id, relative_path: looked.relative_path }];
    }
    case "mcp.docs.docs_pictures":
      return (parse(DocsPicturesOutput, structured)?.pictures ?? []).map(({ citation }) => ({
        root_id: citation.root_id,
        relative_path: citation.relative_path,
        line_start: citation.locator.line_start,
        line_end: citation.locator.line_end,
        length: citation.snippet.length,
        sha256: citation.sha256,
      }));
    case "mcp.docs.docs_picture": {
      const picture = parse(DocsPictureOutput, structured);
      if (!picture) return [];
      const { root_id, relative_path, bytes, sha256 } = picture;
      return [{ root_id, relative_path, length: bytes, sha256 }];
    }
    case "mcp.docs.docs_list": {
      const { root, roots = [], prefix = "" } = parse(DocsListInput, args) ?? {};
      if (!parse(DocsListOutput, structured)?.files.length) return [];
      const asked = new Set(root === undefined ? roots : [root]);
      if (asked.size === 0) return [{ relative_path: prefix }];
      return [...asked].map((root_id) => ({ root_id, relative_path: prefix }));
    }
    case "mcp.docs.docs_suggest":
      return parse(DocsSuggestOutput, structured)?.suggestions.length
        ? [{ relative_path: "" }]
        : [];
    case "mcp.docs.docs_verify": {
      const asked = parse(DocsVerifyInput, args)?.citations ?? [];
      const results = parse(DocsVerifyOutput, structured)?.results ?? [];
      return asked.flatMap((cited, i) => {
        const result = results[i];
        if (!result) return [];
        return [
          {
            root_id: cited.root_id,
            relative_path: result.relative_path ?? cited.relative_path,
            line_start: result.line_start ?? cited.line_start,
            line_end: result.line_end ?? cited.line_end,
            ...(result.text === undefined ? {} : { length: result.text.length }),
            ...(result.state === "verified" || result.state === "moved"
              ? { sha256: cited.sha256 }
              : {}),
            ...(result.rule === undefined ? {} : { rule: result.rule }),
          },
        ];
      });
    }
    default:
      return [];
  }
}

/** The row of a refused call: what was asked for, as far as the arguments name it. */
export function refusalRow(args: unknown, rule: ErrorCode): ReadRow {
  const given = args !== null && typeof args === "object" ? args : {};
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(given, key);
    return typeof value === "string" ? value.slice(0, 4096) : undefined;
  };
  const line = (key: string): number | undefined => {
    const value: unknown = Reflect.get(given, key);
    return typeof value === "number" && Number.isInteger(value) ? value : undefined;
  };
  const root = text("root");
  const start = line("line_start");
  const end = line("line_end");
  return {
    relative_path: text("path") ?? "",
    ...(root === undefined ? {} : { root_id: root }),
    ...(start === undefined ? {} : { line_start: start }),
    ...(end === undefined ? {} : { line_end: end }),
    rule,
  };
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
