import type { Lang } from "#lib/contracts/answer";

/** Who is at the page: the trace of the request, the language of its sentences, and when it is over. */
export type Reader = { trace_id: string; lang: Lang; signal: AbortSignal };

/** The same as whoever the docs server is called for. */
export const asPerson = (reader: Reader) => ({ agent_id: "person", ...reader }) as const;
