import type { ToolInfo } from "#lib/contracts/tools";
import { isBuiltIn, sandboxId } from "./built-in.ts";
import { type FormField, formFields } from "./form-fields.ts";

/** The fields that one sees at once, and those that are unfolded when they are wanted. */
export type ToolFields = { first: FormField[]; more: FormField[] };

/** Texts of several lines among the arguments of the program's own tools; `true` where nothing typed is a text as well. */
const blocks: Record<string, Record<string, boolean>> = {
  write: { content: true },
  edit: { find: false, replace: true },
  bash: { cmd: false },
  "sandbox.exec": { code: false, stdin: false },
};

/** Undefined where the schema is more than a list of arguments. What is needed comes first, and where it is done. */
export function toolFields(
  tool: Pick<ToolInfo, "name" | "provider_id" | "input_schema">,
): ToolFields | undefined {
  const ours = isBuiltIn(tool) || tool.provider_id === sandboxId;
  const known = ours ? (blocks[tool.name] ?? {}) : {};
  const fields = formFields(tool.input_schema)?.map((field): FormField => {
    const empty = known[field.name];
    if (empty !== undefined) return { ...field, asks: { kind: "block", empty } };
    const code = isBuiltIn(tool) && field.asks.kind === "text";
    return code ? { ...field, asks: { kind: "text", long: false, code } } : field;
  });
  if (fields === undefined) return undefined;
  const first = fields.filter(({ name, required }) => required || name === "path");
  const more = fields.filter((field) => !first.includes(field));
  const path = first.findIndex(({ name }) => name === "path");
  if (path > 0) first.unshift(...first.splice(path, 1));
  return more.length > 1 ? { first, more } : { first: [...first, ...more], more: [] };
}
