"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { ToolInfo } from "#lib/contracts/tools";
import { writtenInLine } from "#lib/contracts/written-out";
import { FoldButton } from "../parts/fold-button.tsx";
import { ArgumentField, type FieldNames } from "./argument-field.tsx";
import { isForeign } from "./asks.ts";
import type { FormField } from "./form-fields.ts";
import { type FieldProblem, readForm, readJson } from "./read-form.ts";
import { type ToolFields, toolFields } from "./tool-fields.ts";
import { useArgumentWords } from "./tool-words.ts";
import { typedOf } from "./typed-of.ts";
import { useFieldWords } from "./use-field-words.ts";

const none: ReadonlyMap<string, FieldProblem> = new Map();

/** The arguments of a tool. */
export function ArgumentsForm(props: {
  tool: ToolInfo;
  busy: boolean;
  onCall: (args: Record<string, unknown>) => void;
  onStop: () => void;
  children: ReactNode;
}) {
  const { tool, ...rest } = props;
  const t = useTranslations("tools");
  const words = useArgumentWords(tool);
  const asked = useMemo(() => toolFields(tool), [tool]);
  const foreign = isForeign(tool.provider_id);
  const act = (
    <button type="submit" className="btn btn-main" disabled={!tool.enabled || rest.busy}>
      {t("call")}
    </button>
  );
  return <SchemaForm {...{ asked, words, foreign, act }} none={t("noArguments")} {...rest} />;
}

/**
 * What a schema describes, asked for one by one, or as one piece of JSON: by choice, and where the schema is more than a
 * list of fields. What was typed stays after a call.
 */
export function SchemaForm(props: {
  asked: ToolFields | undefined;
  /** What a field is for, in the reader's language; undefined where only the schema says it. */
  words: (name: string) => string | undefined;
  /** What fields and their choices are called; undefined where the names of the schema stand. */
  named?: (name: string) => FieldNames | undefined;
  /** Whether the schema is a stranger's text. */
  foreign: boolean;
  /** The button that submits it. */
  act: ReactNode;
  /** What is said where there is nothing to ask for. */
  none: string;
  /** What stands in it at first. */
  given?: Record<string, unknown>;
  busy: boolean;
  onCall: (args: Record<string, unknown>) => void;
  /** Told what stands in it, as often as that changes and could be sent. */
  onTyped?: ((args: Record<string, unknown>) => void) | undefined;
  onStop?: () => void;
  children?: ReactNode;
}) {
  const { asked, words, given, busy, onCall, onTyped, onStop } = props;
  const t = useTranslations("tools");
  const wordsOf = useFieldWords();
  const id = useId();
  const fields = useMemo(() => asked && [...asked.first, ...asked.more], [asked]);
  const [unfolded, setUnfolded] = useState(false);
  const [typed, setTyped] = useState(() => typedOf(fields ?? [], given));
  const [asJson, setAsJson] = useState(fields === undefined);
  const [json, setJson] = useState(() => JSON.stringify(given ?? {}, null, 2));
  const [problems, setProblems] = useState(none);
  const [jsonProblem, setJsonProblem] = useState<FieldProblem>();
  const form = !asJson && fields !== undefined;
  useEffect(() => {
    if (onTyped === undefined) return;
    const read = form ? readForm(fields, typed) : readJson(json);
    if ("arguments" in read) onTyped(read.arguments);
  }, [onTyped, form, fields, typed, json]);

  const call = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (form) {
      const read = readForm(fields, typed);
      setProblems("problems" in read ? read.problems : none);
      if ("arguments" in read) return onCall(read.arguments);
      const wrong = fields.findIndex(({ name }) => read.problems.has(name));
      if (wrong >= (asked?.first.length ?? 0)) flushSync(() => setUnfolded(true));
      document.getElementById(`${id}-${wrong}`)?.focus();
    } else {
      const read = readJson(json);
      setJsonProblem("kind" in read ? read : undefined);
      if ("arguments" in read) onCall(read.arguments);
    }
  };
  const turn = (next: boolean) => {
    // What the form holds goes along; what stands in the JSON may be more than the form can show.
    const read = next && fields !== undefined ? readForm(fields, typed) : undefined;
    if (read !== undefined && "arguments" in read) setJson(JSON.stringify(read.arguments, null, 2));
    setAsJson(next);
  };
  const box = (field: FormField) => (
    <ArgumentField
      key={field.name}
      id={`${id}-${fields?.indexOf(field)}`}
      field={field}
      foreign={props.foreign}
      words={words(field.name)}
      named={props.named?.(field.name)}
      value={typed.get(field.name) ?? ""}
      problem={problems.get(field.name)}
      onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
    />
  );
  return (
    <form
      className="arguments"
      noValidate
      onSubmit={call}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {fields === undefined ? null : (
        <fieldset className="segments" aria-label={t("argumentsAs")}>
          {[false, true].map((choice) => (
            <button
              key={String(choice)}
              type="button"
              aria-pressed={asJson === choice}
              onClick={() => turn(choice)}
            >
              {t(choice ? "json" : "form")}
            </button>
          ))}
        </fieldset>
      )}
      {form ? (
        <>
          {asked?.first.map(box)}
          {asked === undefined || asked.more.length === 0 ? null : (
            <div className="more-head">
              <FoldButton
                open={unfolded}
                aria-controls={`${id}-more`}
                onClick={() => setUnfolded(!unfolded)}
              >
                {t("moreArguments")}
              </FoldButton>
              <span className="meta">
                {asked.more
                  .map(({ name }) => props.named?.(name)?.label ?? writtenInLine(name))
                  .join(", ")}
              </span>
            </div>
          )}
          <div id={`${id}-more`} className="more-arguments" hidden={!unfolded}>
            {asked?.more.map(box)}
          </div>
        </>
      ) : (
        <div className="argument">
          <label htmlFor={`${id}-json`} className="label">
            {t("jsonName")}
          </label>
          <textarea
            id={`${id}-json`}
            className="field mono"
            rows={6}
            spellCheck={false}
            value={json}
            aria-invalid={jsonProblem !== undefined}
            aria-describedby={`${id}-json-said`}
            onChange={(event) => setJson(event.target.value)}
          />
          <p id={`${id}-json-said`} className="field-wrong" aria-live="polite">
            {jsonProblem === undefined ? "" : wordsOf(jsonProblem)}
          </p>
        </div>
      )}
      {form && fields.length === 0 ? <p className="meta">{props.none}</p> : null}
      <div className="arguments-foot">
        {busy && onStop !== undefined ? (
          <button type="button" className="btn" onClick={onStop}>
            {t("stop")}
          </button>
        ) : (
          props.act
        )}
        {props.children}
      </div>
    </form>
  );
}
