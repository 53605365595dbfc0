"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { SkippedFiles as Listed } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { Details } from "../parts/details.tsx";
import { FoldButton } from "../parts/fold-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { RuleCounts } from "./rule-counts.tsx";

/** How many files of a folder were left out or only partly read; opened, which ones and by which rule. */
export function SkippedFiles({ root }: { root: z.infer<typeof RootStatus> }) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const [listed, setListed] = useState<Listed>();
  const [said, setSaid] = useState<string>();
  const total = root.skipped.reduce((sum, entry) => sum + entry.count, 0);
  if (total === 0) return null;
  const load = async (before: Listed["skipped"], cursor?: string) => {
    try {
      const page = await api.skipped(root.id, cursor);
      setListed({ ...page, skipped: [...before, ...page.skipped] });
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
  };
  const toggle = () => {
    setOpen(!open);
    setSaid(undefined);
    if (!open) void load([]);
  };
  const cursor = listed?.next_cursor;
  return (
    <>
      <FoldButton
        className="caution"
        open={open}
        aria-label={t("skippedNamed", { count: total, label: root.label })}
        onClick={toggle}
      >
        {t("skipped", { count: total })}
      </FoldButton>
      {open ? (
        <ul className="skipped">
          {root.skipped.map((entry) => (
            <li key={entry.rule}>
              <span>{entry.count}</span>
              <span>{t(`rule.${entry.rule}`)}</span>
            </li>
          ))}
          {listed?.skipped.map(({ relative_path, rule, lines }) => (
            <li key={`${rule} ${relative_path}`}>
              <span className="path">{relative_path}</span>
              <span className="meta">{t(`rule.${rule}`)}</span>
              {lines === undefined ? null : (
                <span>{t("skippedLines", { count: lines.length, lines: lines.join(", ") })}</span>
              )}
            </li>
          ))}
          <li>
            <Details>
              <RuleCounts rules={root.skipped} />
            </Details>
          </li>
        </ul>
      ) : null}
      {open && cursor !== undefined ? (
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => void load(listed?.skipped ?? [], cursor)}
        >
          {t("moreSkipped")}
        </button>
      ) : null}
      {said === undefined ? null : <p className="field-said field-wrong">{said}</p>}
    </>
  );
}
