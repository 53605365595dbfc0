"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Finding, FindingRule, type Findings } from "#lib/contracts/findings";
import { patchApi } from "../api/patches.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FilePlace } from "./file-place.tsx";

/** So many of one rule are shown; the report and the file have all of them. */
const MOST_SHOWN = 200;

/**
 * What a check found, by rule and page with lines; where a fix is known it stands beside. One button makes a patch of the
 * fixes, as a task of its own: nothing is changed by it.
 */
export function FindingsView(props: {
  task_id: string;
  findings: Findings;
  onStarted: (task_id: string) => void;
}) {
  const { task_id, findings, onStarted } = props;
  const t = useTranslations("findings");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const fixable = findings.findings.filter(({ fix }) => fix !== undefined).length;
  const start = async () => {
    setBusy(true);
    setWrong(undefined);
    try {
      onStarted((await patchApi.fix(task_id)).task_id);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
      setBusy(false);
    }
  };
  return (
    <section className="findings" aria-label={t("name")}>
      <p>{t("count", { count: findings.findings.length, pages: findings.pages })}</p>
      {fixable > 0 ? (
        <div className="next-steps">
          <button
            type="button"
            className="btn btn-main"
            disabled={busy}
            onClick={() => void start()}
          >
            {t("makePatch", { count: fixable })}
          </button>
        </div>
      ) : null}
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      {FindingRule.options.map((rule) => (
        <RuleTable
          key={rule}
          rule={rule}
          findings={findings.findings.filter((one) => one.rule === rule)}
        />
      ))}
    </section>
  );
}

/** An address as a person reads it; one that is wrongly encoded stays as it is. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function RuleTable({ rule, findings }: { rule: FindingRule; findings: readonly Finding[] }) {
  const t = useTranslations("findings");
  if (findings.length === 0) return null;
  const more = findings.length - MOST_SHOWN;
  return (
    <table className="finding-rows">
      <caption>{t(`rule.${rule}`, { count: findings.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("place")}</th>
          <th scope="col">{t("what")}</th>
          <th scope="col">{t("fix")}</th>
        </tr>
      </thead>
      <tbody>
        {findings.slice(0, MOST_SHOWN).map(({ id, root_id, path, line, target, text, fix }) => (
          <tr key={id}>
            <td>
              <FilePlace {...{ root_id, path, line }}>
                <code>{`${root_id}/${path}:${line}`}</code>
              </FilePlace>
            </td>
            <td>
              {rule === "page_unlinked" ? null : <code>{target}</code>}
              {text === "" ? null : <span className="meta">{text}</span>}
            </td>
            <td>{fix === undefined ? null : <code title={fix.to}>{readable(fix.to)}</code>}</td>
          </tr>
        ))}
      </tbody>
      {more > 0 ? (
        <tfoot>
          <tr>
            <td colSpan={3}>{t("more", { count: more })}</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
