"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Findings } from "#lib/contracts/findings";
import type { Artifact } from "#lib/contracts/tasks";
import { asProblem } from "../api/problem.ts";
import { tasksApi } from "../api/tasks.ts";
import { DiffLines } from "../approvals/diff-lines.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { isShownPicture } from "../sandbox/is-picture.ts";
import { RunPicture } from "../sandbox/run-picture.tsx";
import { MaskedText } from "../tools/masked-text.tsx";
import { OutputText } from "../tools/output-text.tsx";
import { FindingsView } from "./findings-view.tsx";
import { MarkdownText } from "./markdown-text.tsx";
import { PatchView } from "./patch-view.tsx";
import { readCsv } from "./read-csv.ts";
import { splitDiff } from "./split-diff.ts";

/** More than this is saved, not shown. */
const MOST_SHOWN_BYTES = 1024 * 1024;
const MOST_ROWS = 500;

type Shown = {
  task_id: string;
  artifact: Artifact;
  onChange?: () => void;
  onStarted?: (task_id: string) => void;
};

/** One file of a task, by what it is: a patch, a picture, text, Markdown, a table, a diff; anything else is to be saved. */
export function ArtifactView(props: Shown) {
  const { task_id, artifact, onChange } = props;
  const t = useTranslations("tasks");
  const { name, media_type, bytes, patch } = artifact;
  if (patch !== undefined) {
    return (
      <PatchView patch_id={patch.patch_id} {...(onChange === undefined ? {} : { onChange })} />
    );
  }
  if (isShownPicture({ media_type, bytes })) {
    return (
      <figure className="task-picture">
        <RunPicture src={tasksApi.file(task_id, name)} name={name} media_type={media_type} />
      </figure>
    );
  }
  const plain = /^(?:text\/(?!html)|application\/json$)/.test(media_type);
  if (!plain || bytes > MOST_SHOWN_BYTES) {
    return <p className="meta">{t(plain ? "tooLarge" : "notShown")}</p>;
  }
  return <TextFile {...props} />;
}

function TextFile(props: Shown) {
  const { task_id, artifact } = props;
  const t = useTranslations("tasks");
  const problemText = useProblemText();
  const [text, setText] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const { name } = artifact;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words for a problem are no other text.
  useEffect(() => {
    const stop = new AbortController();
    tasksApi.text(task_id, name, stop.signal).then(setText, (error: unknown) => {
      if (!stop.signal.aborted) setWrong(problemText(asProblem(error)));
    });
    return () => stop.abort();
  }, [task_id, name]);
  if (wrong !== undefined) {
    return (
      <p className="field-wrong" role="alert">
        {wrong}
      </p>
    );
  }
  if (text === undefined) return <p className="meta">{t("loading")}</p>;
  return <TextOf {...props} text={text} />;
}

function TextOf({ artifact, text, task_id, onStarted }: Shown & { text: string }) {
  const { name, media_type } = artifact;
  const t = useTranslations("tasks");
  switch (media_type) {
    case "text/markdown":
      return <MarkdownText text={text} />;
    case "text/x-diff":
      return (
        <div className="patch-files">
          {splitDiff(text).map(({ path, diff }) => (
            <DiffLines key={path} shows={{ kind: "diff", path, diff }} />
          ))}
        </div>
      );
    case "text/csv": {
      const [head = [], ...rows] = readCsv(text);
      return (
        <ScrollBox name={name} className="task-table">
          <table>
            <thead>
              <tr>{head.map(cell("th"))}</tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST_ROWS).map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finished file never move.
                <tr key={i}>{row.map(cell("td"))}</tr>
              ))}
            </tbody>
          </table>
          {rows.length > MOST_ROWS ? (
            <p className="meta">{t("rowsMore", { count: rows.length - MOST_ROWS })}</p>
          ) : null}
        </ScrollBox>
      );
    }
    case "application/json": {
      const value = parsed(text);
      const findings = Findings.safeParse(value);
      if (findings.success) {
        return (
          <FindingsView
            task_id={task_id}
            findings={findings.data}
            onStarted={(started) => onStarted?.(started)}
          />
        );
      }
      return (
        <Plain name={name} text={value === undefined ? text : JSON.stringify(value, null, 2)} />
      );
    }
    default:
      return codeName.test(name) ? (
        <OutputText name={name} text={text} from={1} />
      ) : (
        <Plain name={name} text={text} />
      );
  }
}

/** The code of a run, whose lines an error names by their numbers. */
const codeName = /^code\.(?:js|py|sh)$/;

const cell = (Cell: "th" | "td") => (text: string, i: number) => (
  <Cell key={i} scope={Cell === "th" ? "col" : undefined}>
    {text}
  </Cell>
);

function Plain({ name, text }: { name: string; text: string }) {
  return (
    <ScrollBox name={name} className="output task-text">
      <MaskedText text={text} />
    </ScrollBox>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
