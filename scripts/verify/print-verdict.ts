import type { Assembly } from "#lib/assembly";
import type { Lang } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import { sourceMark, styled } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

type ExportVerdict = Awaited<ReturnType<Assembly["verifyExport"]>>;
type Turn = ExportVerdict["turns"][number];
type Source = Turn["sources"][number];
type Claim = Turn["claims"][number];

/** The verdict on an exported answer: each source as it stands now, then the sentences, those in trouble by name. */
export function printVerdict({ holds, turns }: ExportVerdict, lang: Lang): void {
  for (const turn of turns) {
    if (turn.question !== "") console.log(styled("bold", terminalName(turn.question)));
    for (const source of turn.sources) console.log(`  ${sourceLine(source, lang)}`);
    for (const picture of turn.pictures) console.log(`  ${pictureLine(picture, lang)}`);
    for (const line of claimLines(turn.claims, lang)) console.log(`  ${line}`);
    const count = turn.unchecked;
    if (count > 0) console.log(`  ${styled("red", say(lang, "verify.not_checked", { count }))}`);
    console.log("");
  }
  console.log(
    holds ? styled("green", say(lang, "verify.holds")) : styled("red", say(lang, "verify.fails")),
  );
}

const colourOf = {
  verified: "green",
  moved: "yellow",
  changed: "red",
  missing: "red",
  denied: "red",
  unchecked: "red",
} as const;

function sourceLine(source: Source, lang: Lang): string {
  const { now } = source;
  const state = now?.state ?? "unchecked";
  const moved =
    now?.state === "moved"
      ? say(lang, "verify.now_at", {
          place: place({
            root_id: now.root_id ?? source.root_id,
            relative_path: now.relative_path ?? source.relative_path,
            line_start: now.line_start ?? source.line_start,
            line_end: now.line_end ?? source.line_end,
          }),
        })
      : "";
  const rule = now?.rule === undefined ? "" : `(${now.rule})`;
  return [
    styled(colourOf[state], say(lang, `export.state.${state}`)),
    sourceMark(source.id),
    place(source),
    moved,
    rule,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function pictureLine(
  { root_id, relative_path, held_by, now }: Turn["pictures"][number],
  lang: Lang,
) {
  const state = now?.state ?? "unchecked";
  return [
    styled(colourOf[state], say(lang, `export.state.${state}`)),
    say(lang, "verify.picture"),
    terminalName(`${root_id}/${relative_path}`),
    say(lang, "export.held_in", { place: place(held_by) }),
    ...(now?.rule === undefined ? [] : [`(${now.rule})`]),
  ].join(" ");
}

type Place = Pick<Source, "root_id" | "relative_path" | "line_start" | "line_end">;
const place = ({ root_id, relative_path, line_start, line_end }: Place): string =>
  terminalName(`${root_id}/${relative_path}#L${line_start}-L${line_end}`);

function claimLines(claims: readonly Claim[], lang: Lang): string[] {
  const count = claims.filter((claim) => "support" in claim).length;
  const counts = count === 0 ? [] : [say(lang, "verify.support.verbatim", { count })];
  const trouble = claims.flatMap((claim) => {
    const why =
      "reason" in claim
        ? say(lang, `verify.reason.${claim.reason}`)
        : say(lang, "verify.lost", { markers: claim.lost.map((id) => `[${id}]`).join("") });
    if ("support" in claim && claim.lost.length === 0) return [];
    return [`${styled("red", why)} ${shortened(claim.text)}`];
  });
  return [...counts, ...trouble];
}

const longest = 200;

function shortened(text: string): string {
  const line = terminalText(text).replace(/\s+/gu, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest).toWellFormed()}…`;
}
