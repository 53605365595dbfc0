"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { ToolInfo } from "#lib/contracts/tools";
import { writtenInLine } from "#lib/contracts/written-out";
import { FoldButton } from "../parts/fold-button.tsx";
import { ArgumentField } from "./argument-field.tsx";
import { isForeign } from "./asks.ts";
import type { FormField } from "./form-fields.ts";
import { type FieldProblem, readForm, readJson } from "./read-form.ts";
import { toolFields } from "./tool-fields.ts";
import { useArgumentWords } from "./tool-words.ts";
import { useFieldWords } from "./use-field-words.ts";

const none: ReadonlyMap<string, FieldProblem> = new Map();

/**
 * The arguments of a tool, asked for one by one as its schema describes them, or as one piece of JSON: by choice, and
 * where the schema is more than a list of arguments. What was typed stays after a call.
 */
export function ArgumentsForm(props: {
  tool: ToolInfo;
  busy: boolean;
  onCall: (args: Record<string, unknown>) => void;
  onStop: () => void;
  children: ReactNode;
}) {
  const { tool, busy, onCall, onStop } = props;
  const t = useTranslations("tools");
  const wordsOf = useFieldWords();
  const id = useId();
  const argumentWords = useArgumentWords(tool);
  const asked = useMemo(() => toolFields(tool), [tool]);
  const fields = useMemo(() => asked && [...asked.first, ...asked.more], [asked]);
  const [unfolded, setUnfolded] = useState(false);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [asJson, setAsJson] = useState(fields === undefined);
  const [json, setJson] = useState("{}");
  const [problems, setProblems] = useState(none);
  const [jsonProblem, setJsonProblem] = useState<FieldProblem>();
  const form = !asJson && fields !== undefined;

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
      foreign={isForeign(tool.provider_id)}
      words={argumentWords(field.name)}
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
                {writtenInLine(asked.more.map(({ name }) => name).join(", "))}
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
      {form && fields.length === 0 ? <p className="meta">{t("noArguments")}</p> : null}
      <div className="arguments-foot">
        {busy ? (
          <button type="button" className="btn" onClick={onStop}>
            {t("stop")}
          </button>
        ) : (
          <button type="submit" className="btn btn-main" disabled={!tool.enabled}>
            {t("call")}
          </button>
        )}
        {props.children}
      </div>
    </form>
  );
}
