import { AnswerStatus, Gap } from "#lib/contracts/answer";
import type { CitedLines } from "#lib/contracts/docs-tools";
import { ErrorCode } from "#lib/contracts/errors";
import en from "#lib/contracts/messages/en";
import { saidPattern } from "#lib/platform/said-pattern";
import type { MessageKey } from "#lib/platform/say";

/**
 * What the parts of an export after its sentences can hold: sentences of the program with its own values in them, names
 * of files, sources. A line of any other form was not written by `exportTurn`.
 */
export type ExportSection = (typeof exportSections)[number];
export const exportSections = [
  "reply",
  "counted",
  "actions",
  "gaps",
  "sources",
  "pictures",
  "about",
] as const;

/** Parts whose lines are told by their form alone; those of the others name what is looked at again. */
export type PlainSection = Exclude<ExportSection, "sources" | "pictures">;

/** A line that is longer is none of these. */
const longestLine = 4000;

/** What somebody asked may be several sentences; it names no source. */
const asked = String.raw`(?:(?!\[\d)[^\n])*?`;
const path = String.raw`(?:(?:(?!\[\d+\])[^\n])*?\.[\p{L}\p{N}]{1,12})?`;
const quotedWords = "“[^”\\n]{1,200}”(?:(?:, |、)“[^”\\n]{1,200}”)*";
const time = "`\\d{4}-\\d\\d-\\d\\dT[\\d:.]{5,16}(?:Z|[+-][\\d:]{4,6})`";
const oneOf = (names: readonly string[]) => `(?:${names.join("|")})`;

// The keys are those of the catalogue itself, of today and of earlier versions.
const keysOf = (part: "gap" | "notice" | "rule"): MessageKey[] => [
  ...Object.entries(en[part]).flatMap(([name, text]): MessageKey[] =>
    typeof text === "string" ? [`${part}.${name}` as MessageKey] : [],
  ),
  ...earlier(part),
];
const earlier = (part: keyof typeof en.earlier): MessageKey[] =>
  Object.keys(en.earlier[part]).map((name) => `earlier.${part}.${name}` as MessageKey);

const counted = { total: "\\d[\\d,]*", searched: "\\d[\\d,]*", since: "[\\p{L}\\p{N} ,:]{1,40}" };
/** Made when the first line is looked at: a start has no use for them. */
let made: ReturnType<typeof makePatterns> | undefined;
const patterns = () => {
  made ??= makePatterns();
  return made;
};

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, "u");

function makePatterns() {
  const counts = saidPattern(["listing.files", "listing.mentions", "listing.changed"], counted);
  const listed = `${counts}(?: ?${saidPattern(["listing.first"], { count: "\\d+" })})?`;
  const tool = "[\\w.:-]{1,128}";
  const amounts = { most: "[\\d,.]+", seconds: "[\\d,.]+", pieces: "\\d+" };
  const values = {
    tool,
    ...{ path, words: quotedWords, ids: quotedWords, rule: "[a-z_]+", seconds: "[\\d.]+" },
    ...{ line_start: "\\d+", line_end: "\\d+", reason: `${saidPattern(keysOf("rule"))}?` },
  };
  const plainGap = saidPattern(
    keysOf("gap").filter((key) => key !== "gap.part" && key !== "gap.withheld_steps"),
    values,
  );
  const steps = saidPattern(["gap.withheld_steps"], {
    steps: "\\d+(?:(?:, |、)\\d+)*",
    why: plainGap,
  });
  const oneGap = `(?:${plainGap}|${steps}|${listed})`;
  const gap = `(?:${saidPattern(["gap.part"], { part: asked, message: oneGap })}|${oneGap}) ?`;
  const causes = oneOf([...Gap.shape.cause.options, ...ErrorCode.options]);
  const reasons = ["unset", "refused", "busy", "stalled", "broken"] as const;
  const why = saidPattern([
    ...reasons.map((key) => `notice.why.${key}` as const),
    ...earlier("why"),
  ]);
  const limits = ["turns", "time", "tokens", "repeated", "stuck"] as const;
  const budgets = limits.map((key) => `notice.budget.${key}` as const);
  const notice = saidPattern([...keysOf("notice"), ...budgets], {
    ...{ why, tool, words: quotedWords, question: asked },
    ...amounts,
  });
  const ids = { trace_id: "`[\\w-]{1,80}`", run_id: "`[\\w-]{1,80}`" };
  const outcome = { status: `\`${oneOf(AnswerStatus.options)}\``, mode: "`(?:quote|model)`" };
  const about = [
    saidPattern(["export.asked", "export.exported"], { at: time }),
    saidPattern(["export.searched"], { queries: asked }),
    saidPattern(["export.outcome"], outcome),
    saidPattern(["export.written_by", "export.model_asked"], { model: "`[^`]{1,1800}`" }),
    saidPattern(["export.trace"], ids),
    saidPattern(["export.secrets"]),
    notice,
  ].join("|");

  const outcomes = saidPattern(
    (["done", "failed", "refused", "unknown"] as const).map(
      (key) => `action.outcome.${key}` as const,
    ),
  );
  const shapes: Readonly<Record<PlainSection, RegExp>> = {
    reply: whole(
      saidPattern(["answer.hello", "answer.thanks", "answer.goodbye", "answer.abilities"]),
    ),
    counted: whole(`${listed}|- \`[^\`]*\\.[\\p{L}\\p{N}]{1,12}\``),
    actions: whole(`- \`[^\`]{1,260}\`: ${outcomes}(?: \\(\`${causes}\`\\))?`),
    gaps: whole(`- ${gap}\\(\`${causes}\`\\)`),
    about: whole(`- (?:${about})`),
  };

  const states = oneOf(
    (["verified", "moved", "changed", "missing", "denied", "unchecked"] as const).map((state) =>
      saidPattern([`export.state.${state}`]),
    ),
  );
  const sourceLine = new RegExp(
    `^- \\[(\\d{1,6})\\] \`([^\`/]+)/([^\`]+)#L(\\d{1,9})-L(\\d{1,9})\` · ${states} · sha256 \`([0-9a-f]{64})\`\\s*$`,
    "u",
  );
  return { shapes, sourceLine, gapSentence: whole(gap), noticeSentence: whole(notice) };
}

export function isExportLine(section: PlainSection, line: string): boolean {
  return line.length <= longestLine && patterns().shapes[section].test(line.trimEnd());
}

/** What the program says of what is missing, and of how it answered: as it stands in the JSON of an answer. */
export const isGapSentence = (text: string): boolean =>
  text.length <= longestLine && patterns().gapSentence.test(text);
export const isNotice = (text: string): boolean => patterns().noticeSentence.test(text);
export function readSourceLine(line: string): ({ id: number } & CitedLines) | undefined {
  const found = line.length <= 3 * longestLine ? patterns().sourceLine.exec(line) : null;
  if (found === null) return undefined;
  const [, id = "", root = "", path = "", from = "", to = "", sha256 = ""] = found;
  return {
    id: Number(id),
    root_id: nameOf(root),
    relative_path: nameOf(path),
    line_start: Number(from),
    line_end: Number(to),
    sha256,
  };
}

/** A name that is no address as `exportTurn` writes it stays as it is; the files decide what it is worth. */
export function nameOf(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
