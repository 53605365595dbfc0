"use client";
import { useTranslations } from "next-intl";
import type { PatchFileInfo } from "#lib/contracts/patches";
import { DiffLines } from "../approvals/diff-lines.tsx";
import { diffText } from "./diff-text.ts";

/** One file of a patch: where it is, how it stands, and what would change in it. */
export function PatchFile({ file }: { file: PatchFileInfo }) {
  const t = useTranslations("patches");
  const path = `${file.root_label}/${file.path}`;
  return (
    <>
      <p className="patch-state" data-state={file.state}>
        {t(`state.${file.state}`)}
        {file.state === "refused" && file.message !== undefined ? `: ${file.message}` : null}
      </p>
      <DiffLines shows={{ kind: "diff", path, diff: diffText(file.hunks), created: false }} />
    </>
  );
}
