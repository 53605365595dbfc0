import { z } from "zod";
import { sha256 } from "#lib/platform/hash";

/**
 * The questions of a file in two halves, article by article, or project by project where a folder holds several: what
 * is tuned on half A is told by half B. A question about something that is not there belongs with what it is about.
 */
const Asked = z.looseObject({
  id: z.string(),
  gold_path: z.string().nullish(),
  near_path: z.string().nullish(),
  held_out: z.string().nullish(),
  source: z.string().nullish(),
});

export type Half = "A" | "B";

export function halfOf(question: unknown): Half {
  const { id, gold_path, near_path, held_out, source } = Asked.parse(question);
  const about = gold_path || near_path || held_out || source || id;
  const [unit = about] = about.split("/");
  return Number.parseInt(sha256(Buffer.from(unit)).slice(0, 2), 16) % 2 === 0 ? "A" : "B";
}

export function idOf(question: unknown): string {
  return Asked.parse(question).id;
}
