"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { BuiltInTools } from "#lib/contracts/tools";
import { asProblem } from "../api/problem.ts";
import { toolsRemote } from "../api/tools.ts";
import { exactText } from "../parts/exact-text.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useDraft } from "./drafts.ts";
import { saveConfig } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** The folder of the built-in tools, as the settings name it. A variable of the environment stands above it. */
export function WorkspaceRoot(props: {
  document: ConfigDocument;
  from: BuiltInTools["roots_from"];
}) {
  const { document, from } = props;
  const t = useTranslations("workspace");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const { tools } = document.config;
  const [typed, setTyped] = useDraft<string | null>("tools/folder", null);
  const [said, setSaid] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(undefined);
    const path = (typed ?? tools.workspace_root ?? "").trim();
    try {
      const workspace_root = path === "" ? null : path;
      await saveConfig(document, { tools: { ...tools, workspace_root } });
      setTyped(null);
      saySaved({ text: path === "" ? t("savedUsual") : t("saved", { path }) });
    } catch (error) {
      // Where it meets a folder of documents, it is the folder's field that the server names.
      const problem = asProblem(error);
      const sentences = problem.fields.map(({ message }) => message).join(" ");
      setSaid(sentences === "" ? problemText(problem) : sentences);
    }
    await toolsRemote.reload();
  };
  if (from === "environment") return <p className="meta">{t("fromVariable")}</p>;
  return (
    <form className="mt-3" onSubmit={(event) => void save(event)} noValidate>
      <div className="field-row">
        <label htmlFor="tool-folder">
          <span className="label">{t("root")}</span>
          <input
            id="tool-folder"
            className="field"
            value={typed ?? tools.workspace_root ?? ""}
            maxLength={4096}
            {...exactText}
            aria-invalid={said !== undefined}
            aria-describedby="tool-folder-said"
            onChange={(event) => {
              const { value } = event.target;
              setTyped(value === (tools.workspace_root ?? "") ? null : value);
              setSaid(undefined);
            }}
          />
        </label>
        <button type="submit" className="btn">
          {t("saveRoot")}
        </button>
      </div>
      <p
        id="tool-folder-said"
        className={`field-said ${said === undefined ? "meta" : "field-wrong"}`}
        aria-live="polite"
      >
        {said ?? t("hint")}
      </p>
    </form>
  );
}
