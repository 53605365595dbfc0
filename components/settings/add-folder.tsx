"use client";
import { useTranslations } from "next-intl";
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ConfigDocument, Inspection } from "#lib/contracts/http";
import { nameRoot } from "#lib/contracts/name-root";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useDraft } from "./drafts.ts";
import { FolderBrowser } from "./folder-browser.tsx";
import { everybody, FolderGroups, groupFields } from "./folder-groups.tsx";
import {
  FolderOptionFields,
  type FolderOptions,
  noOptions,
  optionFields,
} from "./folder-options.tsx";
import { FolderPathBox } from "./folder-path-box.tsx";
import { FolderPreview } from "./folder-preview.tsx";
import { givenPath } from "./given-path.ts";
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
  const [path, setPath] = useDraft("folders/add", "");
  const [options, setOptions] = useState(noOptions);
  const [optionsOpen, setOptionsOpen] = useState(false);
  const [groups, setGroups] = useState(everybody);
  const [state, setState] = useState<State>({ kind: "idle" });
  const looking = useRef<AbortController>(undefined);
  const [browsing, setBrowsing] = useState(false);
  const [dragged, setDragged] = useState(false);
  const places = useStartingPlaces();
  const folderOf = (given: string) => givenPath(given, places?.home);
  const { roots, doc_file_patterns } = document.config.doc_access;

  const cancel = () => {
    looking.current?.abort();
    setState({ kind: "idle" });
    setOptions(noOptions);
    setOptionsOpen(false);
  };

  const look = async (chosen: FolderOptions, given = path) => {
    const typed = folderOf(given);
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
    const root = { ...nameRoot(typed, roots), ...optionFields(options), ...groupFields(groups) };
    try {
      await saveDocAccess(document, { roots: [...roots, root] });
      setPath("");
      setGroups(everybody);
      cancel();
      saySaved({ text: t("added", { label: root.label }) });
      setBrowsing(false);
      props.onAdded?.();
    } catch (error) {
      setState({
        kind: "wrong",
        said: fieldSaid(asProblem(error), "doc_access.roots", problemText),
      });
    }
  };

  const change = (next: string) => {
    setPath(next);
    looking.current?.abort();
    if (state.kind !== "saving") setState({ kind: "idle" });
  };
  /** A browser hands over the path of what is dropped as text alone; of a folder itself it tells the name. */
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    const { dataTransfer: given } = event;
    const text = given.getData("text/uri-list") || given.getData("text/plain");
    if (text.trim() !== "") return change(folderOf(text));
    const name = given.files[0]?.name;
    if (name === undefined) return;
    setBrowsing(true);
    setState({ kind: "wrong", said: t("dropped", { name }) });
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
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a path may be dropped here as well as typed.
    <form
      className="add-folder"
      data-dragged={dragged || undefined}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
      noValidate
    >
      <div className="field-row">
        <FolderPathBox
          path={path}
          wrong={state.kind === "wrong"}
          focused={props.focused ?? false}
          quiet={browsing}
          describedBy={`${id}-said`}
          example={places === undefined ? "" : t("examplePath", { home: homeOf(places) })}
          onPath={change}
        />
        {places === undefined ? null : (
          <button
            type="button"
            className="btn"
            aria-expanded={browsing}
            {...(browsing ? { "aria-controls": `${id}-browser` } : {})}
            onClick={() => setBrowsing(!browsing)}
          >
            {t("browse")}
          </button>
        )}
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
      {path.trim() === "" ? null : (
        <FolderGroups document={document} draft={groups} onChange={setGroups} />
      )}
      {browsing && places !== undefined && !looked ? (
        <FolderBrowser
          id={`${id}-browser`}
          starts={places.starts}
          from={folderOf(path)}
          onPath={change}
          onUse={(folder) => {
            setPath(folder);
            setBrowsing(false);
            void look(options, folder);
          }}
        />
      ) : null}
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

type Places = { starts: string[]; home: string };

/** Where to begin to look; without it one still types. */
function useStartingPlaces(): Places | undefined {
  const [places, setPlaces] = useState<Places>();
  useEffect(() => {
    const stop = new AbortController();
    api
      .completeFolder("", stop.signal)
      .then(({ starts, home }) => {
        if (starts !== undefined && starts.length > 0 && home !== undefined)
          setPlaces({ starts, home });
      })
      .catch(() => undefined); // a help that fails is no help; what is typed counts
    return () => stop.abort();
  }, []);
  return places;
}

/** As this system writes it, to be continued. */
const homeOf = ({ home }: Places): string => `${home}${home.includes("\\") ? "\\" : "/"}`;

function isClosed(state: State): boolean {
  return (
    state.kind === "looked" &&
    state.inspection.warnings.some(({ code }) => code === "outside_project")
  );
}
