import { type FormField, formFields } from "../tools/form-fields.ts";
import type { ToolFields } from "../tools/tool-fields.ts";

/** Fields that are seen at once; the rest is unfolded when it is wanted. */
const SEEN_AT_ONCE = 4;

/** Texts in which blanks and line breaks count; `true` where nothing typed is a text as well: words are deleted by it. */
const blocks: Record<string, Record<string, boolean>> = {
  edit_docs: { find: false, replace: true },
};

/** The fields of a kind of task; undefined where its schema is more than a list of them. */
export function taskFields(
  type: string,
  schema: Record<string, unknown>,
  /** Ids of the folders there are: they are ticked instead of typed. */
  folders: readonly string[] = [],
): ToolFields | undefined {
  const known = blocks[type] ?? {};
  const fields = formFields(schema)?.map((field): FormField => {
    if (field.name === "folders" && field.asks.kind === "lines" && folders.length > 0) {
      return { ...field, asks: { kind: "several", options: folders } };
    }
    const empty = known[field.name];
    if (empty === undefined || field.asks.kind !== "text") return field;
    return { ...field, asks: { kind: "block", empty } };
  });
  if (fields === undefined) return undefined;
  // What is sent although nothing was typed must be seen.
  const first = fields.filter(
    ({ required, asks }, i) => required || i < SEEN_AT_ONCE || asks.kind === "block",
  );
  return { first, more: fields.filter((field) => !first.includes(field)) };
}
