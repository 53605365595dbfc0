"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { configRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { nameRoot } from "./root-id.ts";
import { saveRoots } from "./save-roots.ts";

/** Adds a folder by its path. What was typed stays until it is saved; what is wrong with it is said beside it. */
export function AddFolder({ document }: { document: ConfigDocument }) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const id = useId();
  const [path, setPath] = useState("");
  const [state, setState] = useState<
    { kind: "idle" | "saving" } | { kind: "added"; label: string } | { kind: "wrong"; said: string }
  >({ kind: "idle" });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const typed = path.trim();
    const { roots } = document.config.doc_access;
    const same = roots.find((root) => root.path === typed);
    if (typed === "") return setState({ kind: "wrong", said: t("noPath") });
    if (same) return setState({ kind: "wrong", said: t("already", { label: same.label }) });
    setState({ kind: "saving" });
    const root = nameRoot(typed, roots);
    try {
      await saveRoots(document, [...roots, root]);
      setPath("");
      setState({ kind: "added", label: root.label });
    } catch (error) {
      const problem = asProblem(error);
      // Somebody else saved meanwhile: the page takes over what is there, the path waits for another try.
      if (problem.status === 412) void configRemote.reload();
      setState({ kind: "wrong", said: saidOf(problem, problemText) });
    }
  };
  return (
    <form className="mt-5" onSubmit={(event) => void add(event)} noValidate>
      <div className="field-row">
        <label htmlFor={id}>
          <span className="label">{t("folderPath")}</span>
          <input
            id={id}
            className="field"
            value={path}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={state.kind === "wrong"}
            aria-describedby={`${id}-said`}
            onChange={(event) => {
              setPath(event.target.value);
              if (state.kind !== "saving") setState({ kind: "idle" });
            }}
          />
        </label>
        <button type="submit" className="btn" disabled={state.kind === "saving"}>
          {t("addFolder")}
        </button>
      </div>
      <div id={`${id}-said`} aria-live="polite">
        {state.kind === "wrong" ? <p className="field-said field-wrong">{state.said}</p> : null}
        {state.kind === "added" ? (
          <p className="field-said">{t("added", { label: state.label })}</p>
        ) : null}
        {state.kind === "idle" || state.kind === "saving" ? (
          <p className="field-said meta">{t("pathHint")}</p>
        ) : null}
      </div>
    </form>
  );
}

/** The sentence for this field when the server has one; else what it said of the whole save. */
function saidOf(problem: ApiProblem, text: (problem: ApiProblem) => string): string {
  const own = problem.fields.filter((field) => /^doc_access\.roots/.test(field.path));
  return own.length > 0 ? own.map((field) => field.message).join(" ") : text(problem);
}
