"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { SandboxArguments, type SandboxFile, type SandboxLanguage } from "#lib/contracts/sandbox";
import { writtenInLine } from "#lib/contracts/written-out";
import { useRemote } from "../api/remote.ts";
import { sandboxRemote } from "../api/sandbox.ts";
import { Fold } from "../parts/fold.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { useSizeWords } from "../parts/use-size-words.ts";
import { CodeField } from "./code-field.tsx";
import { HostTools } from "./host-tools.tsx";
import { bytesOf, readFiles } from "./read-files.ts";

/** As much as one request takes, with some room for what stands around the files. */
const MOST_SENT = 1_000_000;

type Typed = {
  language: SandboxLanguage;
  code: string;
  files: SandboxFile[];
  args: string;
  stdin: string;
  host_tools: string[];
  seconds: string;
  memory: string;
};

/** Asks for code to be run: the language, the code itself, the files it is given, and how much it may use. */
export function CodeForm(props: {
  given: Record<string, unknown>;
  act: ReactNode;
  busy: boolean;
  onCall: (input: Record<string, unknown>) => void;
  /** Told what stands in it, as often as that changes and could be sent. */
  onTyped: (input: Record<string, unknown>) => void;
}) {
  const { act, busy, onCall, onTyped } = props;
  const t = useTranslations("sandbox.form");
  const size = useSizeWords();
  const id = useId();
  const { data: report } = useRemote(sandboxRemote);
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => typedOf(props.given));
  const [wrong, setWrong] = useState<{ at: "code" | "files" | "limits"; said: string }>();
  const change = (next: Partial<Typed>) => {
    setTyped((now) => ({ ...now, ...next }));
    setWrong(undefined);
  };
  const { language, code, files, host_tools } = typed;
  const here = report?.languages.find((one) => one.language === language);
  const mayCall = language === "javascript" && here?.backend === "wasm";
  const seconds = (report?.limits.timeout_ms ?? 30_000) / 1000;

  const pick = async (chosen: FileList | null) => {
    const read = await readFiles([...(chosen ?? [])]);
    const names = new Set(read.map(({ name }) => name));
    change({ files: [...files.filter(({ name }) => !names.has(name)), ...read] });
    if (picker.current !== null) picker.current.value = "";
  };
  useEffect(() => {
    const input = code.trim() === "" ? undefined : inputOf(typed, mayCall);
    if (input !== undefined) onTyped(input);
  }, [onTyped, typed, code, mayCall]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === "") {
      setWrong({ at: "code", said: t("noCode") });
      document.getElementById(`${id}-code`)?.focus();
      return;
    }
    const input = inputOf(typed, mayCall);
    if (input === undefined) return setWrong({ at: "limits", said: t("badLimits") });
    if (new TextEncoder().encode(JSON.stringify(input)).byteLength > MOST_SENT) {
      return setWrong({ at: "files", said: t("tooMuch", { size: size(MOST_SENT) }) });
    }
    onCall(input);
  };
  const said = (at: "code" | "files" | "limits") =>
    wrong?.at === at ? (
      <p className="field-said field-wrong" role="alert">
        {wrong.said}
      </p>
    ) : null;
  return (
    <form className="arguments code-form" noValidate onSubmit={submit}>
      <div className="argument">
        <label className="label" htmlFor={`${id}-language`}>
          {t("language")}
        </label>
        <select
          id={`${id}-language`}
          className="field code-language"
          value={language}
          aria-describedby={`${id}-here`}
          onChange={(event) => change({ language: event.target.value as SandboxLanguage })}
        >
          {(["javascript", "python", "shell"] as const).map((one) => (
            <option key={one} value={one}>
              {t(`languages.${one}`)}
            </option>
          ))}
        </select>
        <p id={`${id}-here`} className={here?.message === undefined ? "meta" : "caution"}>
          {here === undefined
            ? ""
            : here.backend === undefined
              ? here.message
              : t(`runs.${here.backend}`)}
        </p>
      </div>
      <div className="argument">
        <label className="label" htmlFor={`${id}-code`}>
          {t("code")}
        </label>
        <CodeField
          id={`${id}-code`}
          value={code}
          wrong={wrong?.at === "code"}
          said={`${id}-code-said`}
          onChange={(value) => change({ code: value })}
        />
        <p id={`${id}-code-said`} className="meta">
          {t(`hint.${language}`)} {t("tab")}
        </p>
        {said("code")}
      </div>
      <div className="argument">
        <label className="label" htmlFor={`${id}-files`}>
          {t("files")}
        </label>
        <input
          ref={picker}
          id={`${id}-files`}
          className="field"
          type="file"
          multiple
          aria-describedby={`${id}-files-said`}
          onChange={(event) => void pick(event.target.files)}
        />
        <p id={`${id}-files-said`} className="meta">
          {t("filesSaid", { size: size(700_000) })}
        </p>
        {said("files")}
        {files.length === 0 ? null : (
          <ul className="task-files" aria-label={t("chosen")}>
            {files.map((file) => (
              <li key={file.name}>
                <code>{writtenInLine(file.name)}</code>{" "}
                <span className="meta">{size(bytesOf(file))}</span>
                <IconButton
                  name={t("without", { name: file.name })}
                  onClick={() => change({ files: files.filter((one) => one !== file) })}
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayCall ? (
        <HostTools
          tools={report?.host_tools ?? []}
          chosen={host_tools}
          onChange={(next) => change({ host_tools: next })}
        />
      ) : null}
      <Fold name={t("more")}>
        <div className="argument">
          <label className="label" htmlFor={`${id}-args`}>
            {t("args")}
          </label>
          <textarea
            id={`${id}-args`}
            className="field mono"
            rows={2}
            spellCheck={false}
            value={typed.args}
            onChange={(event) => change({ args: event.target.value })}
          />
        </div>
        <div className="argument">
          <label className="label" htmlFor={`${id}-stdin`}>
            {t("stdin")}
          </label>
          <textarea
            id={`${id}-stdin`}
            className="field mono"
            rows={3}
            spellCheck={false}
            value={typed.stdin}
            onChange={(event) => change({ stdin: event.target.value })}
          />
        </div>
        <div className="field-row">
          <label htmlFor={`${id}-seconds`}>
            <span className="label">{t("seconds", { most: seconds })}</span>
            <input
              id={`${id}-seconds`}
              className="field"
              inputMode="decimal"
              value={typed.seconds}
              onChange={(event) => change({ seconds: event.target.value })}
            />
          </label>
          <label htmlFor={`${id}-memory`}>
            <span className="label">{t("memory", { most: report?.limits.memory_mb ?? 512 })}</span>
            <input
              id={`${id}-memory`}
              className="field"
              inputMode="numeric"
              value={typed.memory}
              onChange={(event) => change({ memory: event.target.value })}
            />
          </label>
        </div>
      </Fold>
      {said("limits")}
      <div className="arguments-foot">
        {act}
        <p className="meta">{t("asked")}</p>
      </div>
    </form>
  );
}

/** What an earlier run was given, as far as it is what this form asks for. */
function typedOf(given: Record<string, unknown>): Typed {
  const known = SandboxArguments.partial().safeParse(given).data ?? {};
  const { timeout_ms, memory_mb } = known;
  return {
    language: known.language ?? "javascript",
    code: known.code ?? "",
    files: known.files ?? [],
    args: (known.args ?? []).join("\n"),
    stdin: known.stdin ?? "",
    host_tools: known.host_tools ?? [],
    seconds: timeout_ms === undefined ? "" : String(timeout_ms / 1000),
    memory: memory_mb === undefined ? "" : String(memory_mb),
  };
}

/** What is sent: nothing of what was left empty. Undefined where a limit is no number that is taken. */
function inputOf(typed: Typed, mayCall: boolean): Record<string, unknown> | undefined {
  const { language, code, files, stdin, host_tools } = typed;
  const args = typed.args === "" ? [] : typed.args.split("\n");
  const seconds = typed.seconds.trim();
  const memory = typed.memory.trim();
  const input = {
    ...{ language, code },
    ...(files.length === 0 ? {} : { files }),
    ...(args.length === 0 ? {} : { args }),
    ...(stdin === "" ? {} : { stdin }),
    ...(mayCall && host_tools.length > 0 ? { host_tools } : {}),
    ...(seconds === "" ? {} : { timeout_ms: Math.round(Number(seconds) * 1000) }),
    ...(memory === "" ? {} : { memory_mb: Number(memory) }),
  };
  return SandboxArguments.safeParse(input).success ? input : undefined;
}
