"use client";
import { EyeOff, Globe, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useId } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { isComposing } from "../parts/is-composing.ts";
import { useShortcutsOn } from "../shortcuts/shortcuts-on.ts";
import { AskSwitch } from "./ask-switch.tsx";
import { FolderChips } from "./folder-chips.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { useGrowingBox } from "./use-growing-box.ts";
import type { ModelChoice } from "./use-model-choice.ts";

/**
 * Where a question is written. Enter sends, Shift+Enter breaks the line, Up in an empty box brings the last question back. Enter that ends the composition of a Chinese word sends nothing.
 */
export function QuestionBox(props: {
  box: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (draft: string) => void;
  onSend: () => void;
  onStop: () => void;
  busy: boolean;
  followUp: boolean;
  lastQuestion: string | undefined;
  /** Escape has something else to do: it stops the answer or closes the source. */
  escapes: boolean;
  /** Whether there is a source to walk to. */
  sourced: boolean;
  folders: readonly z.infer<typeof RootStatus>[];
  /** Those that are searched where nobody chooses. */
  usual: readonly string[];
  scope: readonly string[] | undefined;
  onScope: (scope: readonly string[] | undefined) => void;
  /** Who may write the answer, where a model is configured. */
  writer: ModelChoice | undefined;
  /** Whether the next question is put to the web too, where a search of it is set up. */
  web: { on: boolean; onTurn: (on: boolean) => void } | undefined;
  /** Whether nothing is kept of what is asked. */
  unkept: { on: boolean; onTurn: (on: boolean) => void };
}) {
  const t = useTranslations("ask");
  const id = useId();
  const keys = useShortcutsOn();
  useGrowingBox(props.box, props.draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed, or put back by the browser, before the page listened.
  useEffect(() => {
    const typed = props.box.current?.value ?? "";
    if (typed !== props.draft) props.onDraft(typed);
  }, []);
  const ready = props.draft.trim() !== "";
  const hints = [
    [t("keyEnter"), t("keyEnterDoes")],
    [t("keyShiftEnter"), t("keyShiftEnterDoes")],
    ...(keys ? [[t("keyLeave"), t("keyLeaveDoes")]] : []),
    ...(keys && props.sourced ? [["[ ]", t("keySourcesDo")]] : []),
    ...(keys ? [["?", t("keyHelpDoes")]] : []),
  ];
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (ready && !props.busy) props.onSend();
    } else if (event.key === "ArrowUp" && props.draft === "" && props.lastQuestion !== undefined) {
      event.preventDefault();
      props.onDraft(props.lastQuestion);
    } else if (event.key === "Escape" && props.draft === "" && !props.escapes) {
      // Out of the empty box the keys that are one letter work: the page takes the focus.
      event.preventDefault();
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  };
  return (
    <div>
      <form
        className="box"
        data-idle={(props.followUp && props.draft === "" && !props.busy) || undefined}
        data-inline={
          props.folders.length < 2 && props.writer === undefined && props.web === undefined
        }
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !props.busy) props.onSend();
        }}
      >
        <label htmlFor={id} className="sr-only">
          {t("box")}
        </label>
        <textarea
          id={id}
          ref={props.box}
          rows={1}
          maxLength={4000}
          value={props.draft}
          placeholder={props.followUp ? t("followUp") : t("placeholder")}
          onChange={(event) => props.onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="box-bar">
          <FolderChips
            folders={props.folders}
            usual={props.usual}
            scope={props.scope}
            onScope={props.onScope}
          />
          {props.writer === undefined ? null : <ModeSwitch {...props.writer} />}
          {props.web === undefined || props.unkept.on ? null : (
            <AskSwitch name={t("web")} said={t("webSaid")} icon={Globe} {...props.web} />
          )}
          <AskSwitch
            name={t("keepNothing")}
            said={t("keepNothingSaid")}
            icon={EyeOff}
            {...props.unkept}
          />
          {props.busy ? (
            <button type="button" className="btn" onClick={props.onStop}>
              <Square size={12} fill="currentColor" aria-hidden="true" />
              {t("stop")}
            </button>
          ) : (
            <button type="submit" className={`btn ${ready ? "btn-main" : ""}`} disabled={!ready}>
              {t("send")}
            </button>
          )}
        </div>
      </form>
      <ul className="hint">
        {hints.map(([cap, does]) => (
          <li key={cap}>
            <kbd>{cap}</kbd> {does}
          </li>
        ))}
      </ul>
    </div>
  );
}
