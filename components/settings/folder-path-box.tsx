"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { api } from "../api/client.ts";
import { exactText } from "../parts/exact-text.ts";
import { isComposing } from "../parts/is-composing.ts";

const pauseMs = 120;

/**
 * The box for a folder's path, with the folders that continue it below: arrows walk them, Enter or a click takes one and
 * goes on below it, Escape puts them away. It stays a plain text box for whoever pays no heed to them.
 */
export function FolderPathBox(props: {
  path: string;
  wrong: boolean;
  focused: boolean;
  /** The folders are looked through elsewhere: nothing is offered here. */
  quiet: boolean;
  describedBy: string;
  /** A path as this system writes it. */
  example: string;
  onPath: (path: string) => void;
}) {
  const { path, onPath } = props;
  const t = useTranslations("settings");
  const id = useId();
  const { folders, more, close } = useCompletion(path, props.quiet);
  const [at, setAt] = useState(-1);
  const open = folders.length > 0;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.focused) input.current?.focus();
  }, [props.focused]);
  const active = open ? folders[at] : undefined;
  const take = (folder: string) => {
    setAt(-1);
    onPath(`${folder}${folder.includes("\\") ? "\\" : "/"}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && active === undefined) return close();
    if (!open) return;
    if (event.key === "ArrowDown") setAt((at + 1) % folders.length);
    else if (event.key === "ArrowUp") setAt(at <= 0 ? folders.length - 1 : at - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active !== undefined) take(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className="path-box" id="add-folder">
      <label htmlFor={id}>
        <span className="label">{t("folderPath")}</span>
      </label>
      <input
        id={id}
        ref={input}
        className="field"
        value={path}
        placeholder={props.example}
        {...exactText}
        aria-invalid={props.wrong}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(open ? { "aria-controls": `${id}-list` } : {})}
        {...(active === undefined ? {} : { "aria-activedescendant": `${id}-${at}` })}
        onChange={(event) => {
          setAt(-1);
          onPath(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {open ? (
        <div role="listbox" id={`${id}-list`} aria-label={t("completions")} className="completions">
          {folders.map((folder, i) => (
            <div
              key={folder}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              ref={i === at ? (option) => option?.scrollIntoView({ block: "nearest" }) : null}
              onPointerDown={(event) => {
                event.preventDefault(); // the box keeps the focus
                take(folder);
              }}
            >
              {folder}
            </div>
          ))}
        </div>
      ) : null}
      <span className="sr-only" role="status">
        {open ? t("completed", { count: folders.length, more: more ? "yes" : "no" }) : ""}
      </span>
    </div>
  );
}

/** Folders that continue what was typed, a moment after the typing paused; none for a path that was not typed here. */
function useCompletion(path: string, quiet: boolean) {
  const [found, setFound] = useState<{ path: string; folders: string[]; more: boolean }>();
  const [closed, setClosed] = useState(path);
  useEffect(() => {
    // What was chosen elsewhere is not continued here afterwards either.
    if (quiet) setClosed(path);
  }, [path, quiet]);
  useEffect(() => {
    if (quiet || path === "" || path === closed) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api
        .completeFolder(path, stop.signal)
        .then(({ folders, more }) => {
          setFound({ path, folders: folders.filter((folder) => folder !== path), more });
        })
        .catch(() => undefined); // a help that fails is no help; what is typed counts
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, closed, quiet]);
  const shown = !quiet && found?.path === path && path !== closed ? found : undefined;
  return {
    folders: shown?.folders ?? [],
    more: shown?.more ?? false,
    close: () => setClosed(path),
  };
}
