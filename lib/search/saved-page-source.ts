import type { Citation } from "#lib/contracts/citation";

/** Where a saved page comes from, as its front matter says; undefined when it does not. */
export function savedPageSource(lines: readonly string[]): Citation["source"] {
  if (lines[0] !== "---") return undefined;
  const end = lines.indexOf("---", 1);
  const head = lines.slice(1, Math.max(1, end)).slice(0, mostLines);
  const value = (name: string): string | undefined => {
    const line = head.find((one) => one.startsWith(`${name}: `));
    try {
      const parsed: unknown = JSON.parse(line?.slice(name.length + 2) ?? "");
      return typeof parsed === "string" ? parsed : undefined;
    } catch {
      return undefined; // a person has written something else there
    }
  };
  const url = value("final_url");
  const fetched_at = value("fetched_at");
  return url !== undefined && /^https?:/.test(url) && fetched_at !== undefined
    ? { kind: "web", url, fetched_at }
    : undefined;
}

const mostLines = 20;
