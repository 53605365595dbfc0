"use client";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { SnippetResult } from "#lib/contracts/sandbox";
import type { Artifact, TaskInfo } from "#lib/contracts/tasks";
import { tasksApi } from "../api/tasks.ts";
import { OutputText } from "../tools/output-text.tsx";
import { isShownPicture } from "./is-picture.ts";
import { RunPicture } from "./run-picture.tsx";

/** More than this of an output is read in its file. */
const MOST_SHOWN_BYTES = 256 * 1024;

type Read = { result: SnippetResult; stdout?: string; stderr?: string };

/** What came of a run: how the code ended, what it printed, and the pictures that it made. */
export function SnippetRun({ task }: { task: TaskInfo }) {
  const t = useTranslations("sandbox.run");
  const words = useTranslations("sandbox.settings");
  const { task_id, artifacts } = task;
  const [read, setRead] = useState<Read>();
  const there = artifacts.find(({ name }) => name === "result.json")?.sha256;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files of a run never change once its result is there.
  useEffect(() => {
    if (there === undefined) return;
    const stop = new AbortController();
    readRun(task_id, artifacts, stop.signal).then(setRead, () => undefined); // its files are below
    return () => stop.abort();
  }, [task_id, there]);
  if (there === undefined || read === undefined) return null;
  const { result, stdout, stderr } = read;
  const well = result.ended === "exit" && result.exit_code === 0;
  const Icon = well ? Check : CircleAlert;
  return (
    <section aria-labelledby="output" className="snippet-run" data-ok={well}>
      <h2 id="output">{t("name")}</h2>
      <p className="outcome-said">
        <Icon size={16} aria-hidden="true" />
        <span>{well ? t("well") : (result.said ?? t("ended"))}</span>
        <span className="meta">
          {t("where", {
            language: words(`language.${result.language}`),
            backend: result.backend,
          })}
        </span>
      </p>
      <Output name={t("stdout")} bytes={result.stdout.bytes} text={stdout} empty={t("silent")} />
      <Output name={t("stderr")} bytes={result.stderr.bytes} text={stderr} />
      {artifacts.filter(isShownPicture).map(({ name, media_type }) => (
        <figure key={name} className="task-picture">
          <RunPicture src={tasksApi.file(task_id, name)} name={name} media_type={media_type} />
          <figcaption className="meta">{name}</figcaption>
        </figure>
      ))}
    </section>
  );
}

function Output(props: {
  name: string;
  bytes: number;
  text: string | undefined;
  /** Said where there is none. */
  empty?: string;
}) {
  const { name, bytes, text, empty } = props;
  const t = useTranslations("sandbox.run");
  if (bytes === 0) return empty === undefined ? null : <p className="meta">{empty}</p>;
  return (
    <div>
      <span className="label">{name}</span>
      {text === undefined ? (
        <p className="meta">{t("long")}</p>
      ) : (
        <OutputText name={name} text={text} />
      )}
    </div>
  );
}

async function readRun(
  task_id: string,
  artifacts: readonly Artifact[],
  signal: AbortSignal,
): Promise<Read> {
  const read = async (name: string) => {
    const bytes = artifacts.find((one) => one.name === name)?.bytes ?? 0;
    return bytes === 0 || bytes > MOST_SHOWN_BYTES
      ? undefined
      : tasksApi.text(task_id, name, signal);
  };
  const [json = "", stdout, stderr] = await Promise.all(
    ["result.json", "stdout.txt", "stderr.txt"].map(read),
  );
  return {
    result: SnippetResult.parse(JSON.parse(json)),
    ...(stdout === undefined ? {} : { stdout }),
    ...(stderr === undefined ? {} : { stderr }),
  };
}
