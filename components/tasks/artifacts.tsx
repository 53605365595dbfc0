"use client";
import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Artifact, TaskInfo } from "#lib/contracts/tasks";
import { tasksApi } from "../api/tasks.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { ArtifactView } from "./artifact-view.tsx";

/** The files that a task made: one is shown, each can be saved. */
export function Artifacts({ task, onChange }: { task: TaskInfo; onChange: () => void }) {
  const t = useTranslations("tasks");
  const size = useSizeWords();
  const router = useRouter();
  const { artifacts, task_id } = task;
  const [chosen, setChosen] = useState<string>();
  if (artifacts.length === 0) return null;
  const shown = artifacts.find(({ name }) => name === chosen) ?? firstOf(artifacts);
  return (
    <section aria-labelledby="files">
      <h2 id="files">{t("filesTitle")}</h2>
      <ul className="task-files">
        {artifacts.map(({ name, bytes }) => (
          <li key={name}>
            <button
              type="button"
              className="btn btn-quiet"
              aria-pressed={shown?.name === name}
              onClick={() => setChosen(name)}
            >
              {name}
            </button>
            <span className="meta">{size(bytes)}</span>
            <a
              className="btn btn-quiet btn-icon"
              href={tasksApi.file(task_id, name)}
              download={name}
              aria-label={t("save", { name })}
              title={t("save", { name })}
            >
              <Download size={16} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : (
        <ArtifactView
          key={`${shown.name} ${shown.sha256}`}
          task_id={task_id}
          artifact={shown}
          onChange={onChange}
          onStarted={(started) => router.push(`/tasks/${started}`)}
        />
      )}
    </section>
  );
}

/** What a person came for: a patch, else a report, else the code that was run, else the last that was made. */
function firstOf(artifacts: readonly Artifact[]): Artifact | undefined {
  return (
    artifacts.findLast(({ patch }) => patch !== undefined) ??
    artifacts.findLast(({ media_type }) => media_type === "text/markdown") ??
    artifacts.find(({ name }) => /^code\.(?:js|py|sh)$/.test(name)) ??
    artifacts.at(-1)
  );
}
