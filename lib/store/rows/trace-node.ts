import type { TraceNode } from "#lib/contracts/records";
import type { spans } from "./schema.ts";

/** A span as it is told, with nothing below it yet. */
export function nodeOf({
  trace_id: _,
  parent_span_id: _above,
  owner: _owner,
  attributes,
  ...row
}: typeof spans.$inferSelect): TraceNode {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(present),
    attributes: JSON.parse(attributes) as unknown,
    children: [],
    // The columns are its fields; only optional ones may be null, and attributes are written as an object.
  } as unknown as TraceNode;
}
