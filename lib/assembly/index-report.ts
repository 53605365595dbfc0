import type { Lang } from "#lib/contracts/answer";
import { PathRule } from "#lib/contracts/errors";
import type { IndexBody, IndexReport, SkippedFiles } from "#lib/contracts/http";
import { say } from "#lib/platform/say";
import { type Caller, type DocsCalls, refusalOf, unanswered } from "./docs-calls.ts";
import { rootsInLang } from "./roots-in-lang.ts";
import type { Settings } from "./settings.ts";

/** How far the folders are read, and the three things a person can do about it. */
export function createIndexReport(deps: { docs: DocsCalls; settings: Settings }) {
  const { docs, settings } = deps;

  async function report(caller: Caller, lang: Lang, look_again = false): Promise<IndexReport> {
    const status = await docs.status(caller, look_again ? { look_again } : {});
    if (!status.ok) throw unanswered(status.failure);
    const { roots, generation, coverage } = status.value;
    return { state: coverage.state, generation, roots: rootsInLang(roots, lang) };
  }

  return {
    report,
    /** A pause is a save of the configuration: it stays, is audited and can be undone. */
    async act(body: IndexBody, caller: Caller, lang: Lang): Promise<IndexReport> {
      if (body.action !== "rescan") {
        await settings.pause(body.action === "pause", body.root_id, caller, lang);
        return report(caller, lang);
      }
      settings.refuseUnknown(body.root_id);
      return report(caller, lang, true);
    },
    async skipped(
      args: { root: string; cursor?: string },
      caller: Caller,
      lang: Lang,
    ): Promise<SkippedFiles> {
      const listed = await docs.skipped(args, caller);
      if (!listed.ok) throw refusalOf(listed.failure, lang);
      const { skipped, total, next_cursor } = listed.value;
      return {
        skipped: skipped.map((file) => inLang(file, lang)),
        total,
        ...(next_cursor === undefined ? {} : { next_cursor }),
      };
    },
  };
}

/** The docs server speaks English; in Chinese the rule's own sentence stands for it where there is one. */
function inLang<F extends { rule: string; message: string }>(file: F, lang: Lang): F {
  const rule = PathRule.safeParse(file.rule);
  if (lang === "en" || !rule.success) return file;
  return { ...file, message: say(lang, `rule.${rule.data}`) };
}
