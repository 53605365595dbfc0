import type { FormField } from "./form-fields.ts";

/** What is wrong with what was typed into one field. The server judges the arguments again, by the tool's own schema. */
export type FieldProblem =
  | { kind: "missing" | "no_number" | "no_integer" | "no_json" | "no_object" }
  | { kind: "below" | "above"; limit: number };

export type FormRead =
  | { arguments: Record<string, unknown> }
  | { problems: ReadonlyMap<string, FieldProblem> };

/** The arguments as they were typed, field by field. A field that was left empty is left out, so that its default counts. */
export function readForm(
  fields: readonly FormField[],
  typed: ReadonlyMap<string, string>,
): FormRead {
  const problems = new Map<string, FieldProblem>();
  const entries: [string, unknown][] = [];
  for (const field of fields) {
    const text = typed.get(field.name) ?? "";
    if (isLeftOut(field.asks, text)) {
      if (field.required) problems.set(field.name, { kind: "missing" });
      continue;
    }
    const read = readField(field.asks, text);
    if ("problem" in read) problems.set(field.name, read.problem);
    else entries.push([field.name, read.value]);
  }
  return problems.size > 0 ? { problems } : { arguments: Object.fromEntries(entries) };
}

/** All arguments at once, as one JSON object; nothing typed is an object without any. */
export function readJson(text: string): { arguments: Record<string, unknown> } | FieldProblem {
  const read = text.trim() === "" ? { value: {} } : parse(text);
  if ("problem" in read) return read.problem;
  const { value } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "no_object" };
  }
  return { arguments: { ...value } };
}

/** A blank line may be what is to be written; elsewhere blanks are nothing. */
function isLeftOut(asks: FormField["asks"], text: string): boolean {
  if (asks.kind !== "block") return text.trim() === "";
  return text === "" && !asks.empty;
}

type Read = { value: unknown } | { problem: FieldProblem };

function readField(asks: FormField["asks"], text: string): Read {
  switch (asks.kind) {
    case "text":
    case "block":
      return { value: text };
    case "number":
      return readNumber(asks, text);
    case "yes_no":
      return { value: text === "true" };
    case "choice":
      return { value: asks.options.find((option) => JSON.stringify(option) === text) };
    case "lines": {
      const lines = text.split("\n").map((line) => line.trim());
      return { value: lines.filter((line) => line !== "") };
    }
    case "json":
    case "several":
      return parse(text);
  }
}

function readNumber(asks: Extract<FormField["asks"], { kind: "number" }>, text: string): Read {
  const value = Number(text);
  const { min, max } = asks;
  if (!Number.isFinite(value)) return { problem: { kind: "no_number" } };
  if (asks.integer && !Number.isInteger(value)) return { problem: { kind: "no_integer" } };
  if (min !== undefined && value < min) return { problem: { kind: "below", limit: min } };
  if (max !== undefined && value > max) return { problem: { kind: "above", limit: max } };
  return { value };
}

function parse(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: { kind: "no_json" } };
  }
}
