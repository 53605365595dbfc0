import { linesHoldSecret } from "#lib/platform/secrets";
import type { Entry } from "./inventory.ts";
import { countPassages, type PassageFacts } from "./packed-outline.ts";

const no = 1;
const yes = 2;
/** An entry is one version of a file, and so are its passages for as long as it lives. */
const known = new WeakMap<Entry, Uint8Array>();

/** Whether a secret stands in a passage; looked for when it is first cited, because that takes longer than to read it. */
export function passageHoldsSecret(
  entry: Entry,
  number: number,
  passage: PassageFacts,
  { text, lines }: { text: string; lines(): readonly string[] },
): boolean {
  let told = known.get(entry);
  if (told === undefined) {
    told = new Uint8Array(countPassages(entry.facts.outline));
    known.set(entry, told);
  }
  if (told[number] !== yes && told[number] !== no)
    told[number] = linesHoldSecret(text, passage, lines) ? yes : no;
  return told[number] === yes;
}
