import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { beforeAborted } from "./connect.ts";
import type { Reply } from "./get-once.ts";
import type { HtmlReader } from "./html-reader.ts";
import type { Timed } from "./timed-call.ts";

/** What a site lets be read: the rules of its robots.txt, nothing written, or why they could not be had. */
type Rules = { kind: "rules"; url: string; text: string } | { kind: "none" | "unreachable" };

type Entry = { rules: Promise<Rules>; until: number; characters: number };

/**
 * robots.txt of each site, as RFC 9309 reads it: a site without one allows everything, and of one whose rules cannot be
 * had, or takes longer to read than anybody's, nothing is read. Kept for an hour; what could not be had is asked for again
 * after a minute.
 */
export function createRobots({
  clock,
  reader,
}: {
  clock: Clock;
  reader: Pick<HtmlReader, "allows">;
}) {
  const known = new Map<string, Entry>();

  async function ask(origin: string, get: (url: URL) => Promise<Reply>): Promise<Rules> {
    const url = new URL("/robots.txt", origin);
    let reply: Reply;
    try {
      reply = await get(url);
    } catch (error) {
      if (error instanceof AppError && toldAsItIs(error)) throw error;
      return { kind: "unreachable" };
    }
    if (reply.status >= 500 || reply.status === 429) return { kind: "unreachable" };
    if (reply.status < 200 || reply.status >= 300) return { kind: "none" };
    const text = reply.body.toString("utf8").trim();
    return text === "" ? { kind: "none" } : { kind: "rules", url: url.href, text };
  }

  /** Once they are read: the oldest go where all are more than is kept. */
  async function keepWithin(entry: Entry): Promise<void> {
    const rules = await entry.rules;
    entry.characters = rules.kind === "rules" ? rules.text.length : 0;
    let total = 0;
    for (const { characters } of known.values()) total += characters;
    for (const [oldest, { characters }] of known) {
      if (total <= mostCharacters || known.size === 1) break;
      known.delete(oldest);
      total -= characters;
    }
  }

  return {
    /**
     * `get` follows redirects as for any page, and throws AppError. While another call asks for the same rules this one's time
     * stands still: it waits for a turn that is not its own.
     */
    async judge(
      page: URL,
      get: (url: URL) => Promise<Reply>,
      { signal, pause }: Pick<Timed, "signal" | "pause">,
    ): Promise<"allowed" | "forbidden" | "unreachable"> {
      const now = clock.monotonic();
      const kept = known.get(page.origin);
      let entry = kept !== undefined && kept.until > now ? kept : undefined;
      const mine = entry === undefined;
      if (entry === undefined) {
        entry = { rules: ask(page.origin, get), until: now + keptMs, characters: 0 };
        keepWithin(entry).catch(() => undefined); // told to whoever waits for it
        known.delete(page.origin);
        known.set(page.origin, entry);
        for (const oldest of known.keys()) if (known.size > mostSites) known.delete(oldest);
      }
      let rules: Rules;
      const goOn = mine ? () => undefined : pause();
      try {
        rules = await beforeAborted(entry.rules, signal).finally(goOn);
      } catch (error) {
        if (!mine && signal.aborted) throw error; // the rules are still asked for, by the other one
        if (known.get(page.origin) === entry) known.delete(page.origin);
        if (mine) throw error;
        rules = await ask(page.origin, get); // the other call ended, this one goes on
      }
      if (rules.kind === "unreachable") entry.until = Math.min(entry.until, now + againMs);
      if (rules.kind !== "rules") return rules.kind === "none" ? "allowed" : "unreachable";
      const asked = { rules: rules.text, rules_url: rules.url, page: page.href, robot: robotName };
      return beforeAborted(
        reader.allows(asked).then(
          (allowed) => (allowed ? "allowed" : "forbidden"),
          () => "unreachable", // whoever writes so much of it does not mean it to be kept to
        ),
        signal,
      );
    },
  };
}

/** By which a site names this program in its robots.txt. */
export const robotName = "Docent";
const keptMs = 3_600_000;
const againMs = 60_000;
const mostSites = 1000;
const mostCharacters = 16_777_216;

/** A place that may not be reached, and a call that ended, are no matter of the site's rules. */
function toldAsItIs({ code }: AppError): boolean {
  return (
    code.startsWith("ssrf_") || code === "timeout" || code === "cancelled" || code === "blocked"
  );
}
