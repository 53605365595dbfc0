import type { FormField } from "./form-fields.ts";

/** Values as they would have been typed into the fields of a form; what a field has none of stays empty. */
export function typedOf(
  fields: readonly FormField[],
  values: Record<string, unknown> = {},
): ReadonlyMap<string, string> {
  const typed = new Map<string, string>();
  for (const { name, asks } of fields) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    typed.set(name, textOf(asks, value));
  }
  return typed;
}

function textOf({ kind }: FormField["asks"], value: unknown): string {
  if (kind === "choice" || kind === "json" || kind === "several") return JSON.stringify(value);
  if (kind === "lines" && Array.isArray(value)) return value.map(String).join("\n");
  return typeof value === "string" ? value : JSON.stringify(value);
}
