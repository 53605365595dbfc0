"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { LikeTask } from "#lib/contracts/tasks";
import { writtenInLine } from "#lib/contracts/written-out";
import { tasksApi } from "../api/tasks.ts";
import { useAgo } from "../parts/use-ago.ts";
import { StateMark } from "./state-mark.tsx";

/** After the last key. */
const LOOK_AFTER_MS = 400;

/**
 * Tasks of before that asked for the same as this input: when, what became of them, what they left, and the way to each. It
 * is an offer: where it cannot be had, nothing is said. `except`: the task itself, once it was started.
 */
export function LikeTasks(props: {
  type: string;
  input: Record<string, unknown>;
  except?: string;
}) {
  const { type, except } = props;
  const t = useTranslations("tasks");
  const asked = JSON.stringify(props.input);
  const [like, setLike] = useState<readonly LikeTask[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const input = JSON.parse(asked) as Record<string, unknown>; // written above
      tasksApi.like({ type, input, ...(except === undefined ? {} : { except }) }, gone.signal).then(
        ({ tasks }) => setLike(tasks),
        () => setLike([]),
      );
    }, LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [type, asked, except]);
  if (like.length === 0) return null;
  return (
    <section className="like-tasks" aria-label={t("like.name")}>
      <h3>{t(like.some(({ alike }) => alike === "same") ? "like.same" : "like.like")}</h3>
      <ul>
        {like.map((task) => (
          <li key={task.task_id}>
            <Row task={task} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ task }: { task: LikeTask }) {
  const t = useTranslations("tasks");
  const ago = useAgo();
  const { task_id, state, created_at, steps, said, files } = task;
  const first = files.slice(0, filesNamed).join(", ");
  const more = files.length - filesNamed;
  return (
    <Link href={`/tasks/${task_id}`} prefetch={false}>
      <span className="like-task-head">
        <StateMark state={state} />
        <span className="meta">{ago(created_at)}</span>
        <span className="meta">{t("stepsDone", steps)}</span>
      </span>
      {said === "" ? null : <b>{writtenInLine(said)}</b>}
      {files.length === 0 ? null : (
        <span className="meta">
          {writtenInLine(first)}
          {more > 0 ? ` ${t("like.more", { count: more })}` : ""}
        </span>
      )}
    </Link>
  );
}

const filesNamed = 3;
