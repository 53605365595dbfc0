/**
 * The entries of `allowed-tools`, each once, as they are written: a list, or one line with spaces or commas between them.
 * What stands in brackets belongs to its entry: `Bash(git add:*)`.
 */
export function readAllowedTools(value: unknown): string[] | undefined {
  const texts = Array.isArray(value) ? value : [value];
  const entries: string[] = [];
  for (const text of texts) {
    if (typeof text !== "string") return undefined;
    const found = text.match(/[^\s,()]+(?:\([^()]*\))?/g) ?? [];
    entries.push(...found);
  }
  return [...new Set(entries)];
}
