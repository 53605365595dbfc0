import { z } from "zod";

const Indexed = z.object({ data: z.array(z.object({ index: z.number().int().min(0) })) });

/** OpenAI's replies number their vectors, and a server may send them in any order. */
export function placesByIndex(body: unknown): readonly number[] | undefined {
  const read = Indexed.safeParse(body);
  return read.success ? read.data.data.map(({ index }) => index) : undefined;
}
