import type { ToolResult } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import { cutText, type OutputLimit } from "./limits.ts";
import type { Beyond, PageOwner, Pages } from "./pages.ts";
import type { ProviderResult } from "./provider.ts";

/** A copy in which secrets are masked, and whether there were any. */
export type Mask = <T>(value: T) => { value: T; redacted: boolean };

/** `clean`: it has been masked, or is to go on as it is. `beyond`: what was left out after it. */
export type Output = ProviderResult & { clean: boolean; beyond?: Beyond };

export type Handed = {
  result: Omit<ToolResult, "ok" | "error" | "meta">;
  redacted: boolean;
  bytes: number;
  sha256: string;
};

/** No secret is longer, as far as we know them; half of one at the seam is left out with the rest. */
const SEAM = 16_384;

/**
 * What a caller gets of a tool's output: masked, then cut to the limits, with a cursor to the rest. Masked first, so that
 * no half of a secret escapes at the cut. Structured output is whole or not there.
 */
export function createHandOver(deps: {
  mask: Mask;
  pages: Pages;
  limit: OutputLimit;
  /** How many characters of one output are kept for later pages; what is beyond that is not even looked at. */
  most: number;
}): (output: Output, owner: PageOwner) => Handed {
  const { mask, pages, limit } = deps;
  return (output, owner) => {
    const { clean, text, stderr = "", structured, exit_code, page_lines } = output;
    const json = structured === undefined ? "" : JSON.stringify(structured);
    const jsonBytes = Buffer.byteLength(json);
    const fits = clean || jsonBytes <= limit.bytes;
    const most = clean ? Number.POSITIVE_INFINITY : deps.most + SEAM;
    const near = (whole: string) => whole.slice(0, most);
    const given = {
      text: near(text),
      stderr: near(stderr),
      structured: fits ? structured : undefined,
    };
    const masked = clean ? { value: given, redacted: false } : mask(given);
    const kept = withoutSeam(masked.value.text, text.length > most);
    const lines = Math.min(limit.lines, page_lines ?? limit.lines);
    const cut = cutText(kept, { ...limit, lines });
    const errors = cutText(withoutSeam(masked.value.stderr, stderr.length > most), limit);
    const away = masked.value.text.slice(kept.length) + text.slice(most);
    const beyond = output.beyond ?? { lines: lineEnds(away), bytes: Buffer.byteLength(away) };
    const cursor =
      cut.rest === ""
        ? undefined
        : pages.keep({ rest: cut.rest, beyond, lines: page_lines }, owner);
    return {
      result: {
        ...(exit_code === undefined ? {} : { exit_code }),
        stdout: cut.text,
        stderr: errors.text,
        truncated_lines: cut.truncated_lines + errors.truncated_lines + beyond.lines,
        truncated_bytes:
          cut.truncated_bytes + errors.truncated_bytes + beyond.bytes + (fits ? 0 : jsonBytes),
        ...(cursor === undefined ? {} : { next_page_cursor: cursor }),
        ...(given.structured === undefined ? {} : { structured: masked.value.structured }),
      },
      redacted: masked.redacted,
      bytes: Buffer.byteLength(text) + jsonBytes,
      sha256: sha256(`${text}\n${json}`),
    };
  };
}

/** Of a text that ends where it was cut off: what may be half of a secret there, or half of a character, goes too. */
function withoutSeam(text: string, cutOff: boolean): string {
  if (!cutOff) return text;
  const end = Math.max(0, text.length - SEAM);
  const half = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(0, half ? end - 1 : end);
}

function lineEnds(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
