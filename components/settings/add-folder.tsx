"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import type { ConfigDocument, Inspection } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import {
  FolderOptionFields,
  type FolderOptions,
  noOptions,
  optionFields,
} from "./folder-options.tsx";
import { FolderPathBox } from "./folder-path-box.tsx";
import { FolderPreview } from "./folder-preview.tsx";
import { nameRoot } from "./root-id.ts";
import { fieldSaid, saveDocAccess } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

type State =
  | { kind: "idle" | "looking" | "saving" }
  | { kind: "looked"; inspection: Inspection }
  | { kind: "wrong"; said: string };

/**
 * Adds a folder by its path: at once, or after a look at what would become readable, which Enter asks for first and then
 * takes. What was typed stays until it is saved; what is wrong with it is said beside it.
 */
export function AddFolder(props: {
  document: ConfigDocument;
  /** Its box takes the focus. */
  focused?: boolean;
  onAdded?: () => void;
}) {
  const { document } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [path, setPath] = useState("");
  const [options, setOptions] = useState(noOptions);
  const [optionsOpen, setOptionsOpen] = useState(false);
  const [state, setState] = useState<State>({ kind: "idle" });
  const looking = useRef<AbortController>(undefined);
  const { roots, doc_file_patterns } = document.config.doc_access;

  const cancel = () => {
    looking.current?.abort();
    setState({ kind: "idle" });
    setOptions(noOptions);
    setOptionsOpen(false);
  };

  const look = async (chosen: FolderOptions) => {
    const typed = folderOf(path);
    if (typed === "") return setState({ kind: "wrong", said: t("noPath") });
    looking.current?.abort();
    const stop = new AbortController();
    looking.current = stop;
    setState((before) => (before.kind === "looked" ? before : { kind: "looking" }));
    try {
      const body = { path: typed, ...optionFields(chosen) };
      const inspection = await api.inspectFolder(body, stop.signal);
      if (looking.current === stop) setState({ kind: "looked", inspection });
    } catch (error) {
      if (stop.signal.aborted) return;
      setState({ kind: "wrong", said: problemText(asProblem(error)) });
    }
  };

  const add = async () => {
    looking.current?.abort();
    const typed = folderOf(path);
    const same = roots.find((root) => root.path === typed);
    if (typed === "") return setState({ kind: "wrong", said: t("noPath") });
    if (same) return setState({ kind: "wrong", said: t("already", { label: same.label }) });
    setState({ kind: "saving" });
    const root = { ...nameRoot(typed, roots), ...optionFields(options) };
    try {
      await saveDocAccess(document, { roots: [...roots, root] });
      setPath("");
      cancel();
      saySaved({ text: t("added", { label: root.label }) });
      props.onAdded?.();
    } catch (error) {
      setState({
        kind: "wrong",
        said: fieldSaid(asProblem(error), "doc_access.roots", problemText),
      });
    }
  };

  const looked = state.kind === "looked";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!looked) void look(options);
    else if (!isClosed(state)) void add();
  };
  const addButton = (
    <button
      type={looked ? "submit" : "button"}
      className={looked ? "btn btn-main" : "btn"}
      disabled={state.kind === "saving" || isClosed(state)}
      onClick={looked ? undefined : () => void add()}
    >
      {t("addFolder")}
    </button>
  );
  return (
    <form className="add-folder" onSubmit={submit} noValidate>
      <div className="field-row">
        <FolderPathBox
          path={path}
          wrong={state.kind === "wrong"}
          focused={props.focused ?? false}
          describedBy={`${id}-said`}
          onPath={(next) => {
            setPath(next);
            looking.current?.abort();
            if (state.kind !== "saving") setState({ kind: "idle" });
          }}
        />
        <button
          type={looked ? "button" : "submit"}
          className="btn"
          disabled={state.kind === "looking"}
          onClick={looked ? () => void look(options) : undefined}
        >
          {t("lookInside")}
        </button>
        {looked ? null : addButton}
      </div>
      <div id={`${id}-said`} aria-live="polite">
        {state.kind === "wrong" ? <p className="field-said field-wrong">{state.said}</p> : null}
        {state.kind === "looking" ? <p className="field-said meta">{t("looking")}</p> : null}
        {state.kind === "idle" || state.kind === "saving" ? (
          <p className="field-said meta">{t("pathHint")}</p>
        ) : null}
      </div>
      {looked ? (
        <FolderPreview inspection={state.inspection}>
          {addButton}
          <button type="button" className="btn btn-quiet" onClick={cancel}>
            {t("cancel")}
          </button>
          <FoldButton open={optionsOpen} onClick={() => setOptionsOpen(!optionsOpen)}>
            {t("optionsOf")}
          </FoldButton>
          {optionsOpen ? (
            <FolderOptionFields
              options={options}
              usual={doc_file_patterns}
              onChange={setOptions}
              onSettled={(chosen) => void look(chosen)}
            />
          ) : null}
        </FolderPreview>
      ) : null}
    </form>
  );
}

/** Completion leaves a separator at the end, from which typing goes on; the folder's path has none. */
function folderOf(path: string): string {
  const typed = path.trim();
  const bare = typed.replace(/(?<=[^:\\/])[\\/]+$/, "");
  return bare === "" ? typed : bare;
}

function isClosed(state: State): boolean {
  return (
    state.kind === "looked" &&
    state.inspection.warnings.some(({ code }) => code === "outside_project")
  );
}
