"use client";
import { useTranslations } from "next-intl";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { MaskedText } from "../tools/masked-text.tsx";
import { writtenInLine } from "../tools/written-out.ts";
import { type DiffLine, readDiff } from "./read-diff.ts";

const signs = { same: " ", gone: "−", come: "+", break: "…" } as const;

/** The change to one file, line by line: numbers before and after, a sign, and colour last. */
export function DiffLines(props: { path: string; diff: string }) {
  const t = useTranslations("approvals.exactly");
  const path = writtenInLine(props.path);
  const lines = readDiff(props.diff);
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return (
    <figure className="exact">
      <figcaption className="label">
        {t("change", { path, come: count("come"), gone: count("gone") })}
      </figcaption>
      <ScrollBox name={path} className="diff">
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a diff is known by its place.
          <div key={i} data-line={line.kind}>
            <span>{"old" in line ? line.old : ""}</span>
            <span>{"new" in line ? line.new : ""}</span>
            <span>{signs[line.kind]}</span>
            <code>{line.kind === "break" ? "" : <MaskedText text={line.text} />}</code>
          </div>
        ))}
      </ScrollBox>
    </figure>
  );
}
