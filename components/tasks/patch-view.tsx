"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConflictBody, type PatchConflict, type PatchInfo } from "#lib/contracts/patches";
import { patchApi } from "../api/patches.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { PatchConflicts } from "./patch-conflicts.tsx";
import { PatchFile } from "./patch-file.tsx";

type Told = { kind: "applied" | "undone" } | { kind: "failed"; problem: ApiProblem };

/**
 * A patch of a task: what it would change in each file, whether it may, and the two acts of a person, to apply it and to
 * take that back. What stands in the way is said beside the button; a conflict shows both sides.
 */
export function PatchView(props: { patch_id: string; onChange?: () => void }) {
  const { patch_id, onChange } = props;
  const t = useTranslations("patches");
  const problemText = useProblemText();
  const [patch, setPatch] = useState<PatchInfo>();
  const [failed, setFailed] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>();

  useEffect(() => {
    const stop = new AbortController();
    const load = () =>
      patchApi.look(patch_id, stop.signal).then(setPatch, (error: unknown) => {
        if (!stop.signal.aborted) setFailed(asProblem(error));
      });
    // Files change while a person edits them elsewhere, and so do the settings.
    const back = () => {
      if (document.visibilityState === "visible") void load();
    };
    void load();
    document.addEventListener("visibilitychange", back);
    return () => {
      stop.abort();
      document.removeEventListener("visibilitychange", back);
    };
  }, [patch_id]);

  if (patch === undefined) {
    const said = failed === undefined ? t("loading") : problemText(failed);
    return (
      <p className="meta" role="status">
        {said}
      </p>
    );
  }

  const act = async (what: "apply" | "undo") => {
    setBusy(true);
    setTold(undefined);
    try {
      setPatch(await patchApi[what](patch));
      setTold({ kind: what === "apply" ? "applied" : "undone" });
    } catch (error) {
      setTold({ kind: "failed", problem: asProblem(error) });
      // The states of the files say why.
      await patchApi.look(patch_id).then(setPatch, () => undefined);
    }
    setBusy(false);
    onChange?.();
  };

  const closed = patch.files.filter(({ state }) => state === "not_editable");
  const may = {
    apply: patch.state === "open" && closed.length === 0,
    undo: patch.state === "applied",
  };
  const conflicts = told?.kind === "failed" ? conflictsOf(told.problem) : [];
  return (
    <section className="patch" aria-label={t("name")}>
      {patch.state === "open" ? <p>{t("about", { files: patch.files.length })}</p> : null}
      {patch.state === "open" && closed.length > 0 ? (
        <p className="caution">
          {closed[0]?.message}
          <Link href="/settings/folders" prefetch={false} className="textlink">
            {t("settings")}
          </Link>
        </p>
      ) : null}
      <div className="next-steps">
        {patch.state === "open" ? (
          <button
            type="button"
            className="btn btn-main"
            disabled={!may.apply || busy}
            onClick={() => void act("apply")}
          >
            {t("apply")}
          </button>
        ) : null}
        {may.undo ? (
          <button type="button" className="btn" disabled={busy} onClick={() => void act("undo")}>
            {t("undo")}
          </button>
        ) : null}
      </div>
      <div role="status">
        <StateWords patch={patch} told={told} />
        {told?.kind === "failed" ? (
          <p className="field-said field-wrong">{problemText(told.problem)}</p>
        ) : null}
      </div>
      {conflicts.length > 0 ? <PatchConflicts conflicts={conflicts} /> : null}
      <ul className="patch-files">
        {patch.files.map((file) => (
          <li key={`${file.root_id}/${file.path}`}>
            <PatchFile file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateWords({ patch, told }: { patch: PatchInfo; told: Told | undefined }) {
  const t = useTranslations("patches");
  const files = patch.files.length;
  if (told?.kind === "applied") return <p>{t("applied", { files })}</p>;
  if (told?.kind === "undone" || patch.state === "undone") return <p>{t("undone", { files })}</p>;
  if (patch.state === "applied") return <p>{t("isApplied")}</p>;
  if (patch.state === "interrupted") return <p className="caution">{t("interrupted")}</p>;
  return null;
}

function conflictsOf(problem: ApiProblem): readonly PatchConflict[] {
  const body = ConflictBody.safeParse(problem.body);
  return body.success ? body.data.conflicts : [];
}
