"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { SandboxArguments, type SandboxReport } from "#lib/contracts/sandbox";
import { useRemote } from "../api/remote.ts";
import { sandboxRemote } from "../api/sandbox.ts";
import { toolsRemote } from "../api/tools.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { useSaveSection } from "./use-save-section.ts";

/** Where code runs: what this machine has, what each language runs on, and how much a run may use. */
export function Sandbox({ document }: { document: ConfigDocument }) {
  const t = useTranslations("sandbox.settings");
  const problemText = useProblemText();
  const { data, problem } = useRemote(sandboxRemote);
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <Facts report={data} />
      )}
      <Limits key={JSON.stringify(document.config.sandbox)} document={document} />
    </section>
  );
}

function Facts({ report }: { report: SandboxReport }) {
  const t = useTranslations("sandbox.settings");
  const size = useSizeWords();
  const { backends, languages, limits } = report;
  return (
    <dl className="facts sandbox-facts">
      <dt>{t("languages")}</dt>
      <dd>
        {languages.map(({ language, backend, message }) => (
          <span key={language} className="block">
            {t(`language.${language}`)}:{" "}
            {backend === undefined ? (
              <span className="caution">{message ?? t("cannot")}</span>
            ) : (
              <code>{backend}</code>
            )}
          </span>
        ))}
      </dd>
      <dt>{t("backends")}</dt>
      <dd>
        {backends.map(({ id, state, message, detail, proven, missing }) => (
          <span key={id} className="block">
            <code>{id}</code>{" "}
            {state === "ready" ? (
              <>
                <span className="meta">
                  {t(`about.${id}`)}{" "}
                  {t("proven", {
                    list: proven
                      .map((one) => `${t(`language.${one}`)} (${detail[one]})`)
                      .join(", "),
                  })}{" "}
                  {id === "wasm" ? t(detail.around === "none" ? "oneWall" : "secondWall") : null}
                </span>
                {missing.map(({ language, message: why }) => (
                  <span key={language} className="block caution">
                    {t(`language.${language}`)}: {why}
                  </span>
                ))}
              </>
            ) : (
              <span className="caution">{message}</span>
            )}
          </span>
        ))}
        <span className="block meta">{t("provenSaid")}</span>
      </dd>
      <dt>{t("fixed")}</dt>
      <dd>
        {t("fixedSaid", {
          output: size(limits.output_bytes),
          files: limits.files,
          total: size(limits.total_bytes),
          processes: limits.processes,
        })}
      </dd>
    </dl>
  );
}

const Taken = SandboxArguments.pick({ timeout_ms: true, memory_mb: true }).strip();

type Chosen = Config["sandbox"]["backend"];
const choices: readonly Chosen[] = ["auto", "wasm", "wall", "gvisor"];

function Limits({ document }: { document: ConfigDocument }) {
  const t = useTranslations("sandbox.settings");
  const words = useTranslations("sandbox.form");
  const { wrong, setWrong, save } = useSaveSection(document, "sandbox");
  const id = useId();
  const { sandbox } = document.config;
  const [backend, setBackend] = useState<Chosen>(sandbox.backend);
  const [seconds, setSeconds] = useState(String(sandbox.timeout_ms / 1000));
  const [memory, setMemory] = useState(String(sandbox.memory_mb));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = {
      backend,
      timeout_ms: Math.round(Number(seconds) * 1000),
      memory_mb: Number(memory),
    };
    // The server names one value at a time, and this form shows seconds.
    if (!Taken.safeParse(next).success) return setWrong(words("badLimits"));
    await save({ sandbox: { ...sandbox, ...next } }, t("saved"));
    await Promise.all([sandboxRemote.reload(), toolsRemote.reload()]);
  };
  return (
    <form className="mt-3" onSubmit={(event) => void submit(event)} noValidate>
      <div className="field-row sandbox-row">
        <label htmlFor={`${id}-backend`}>
          <span className="label">{t("backend")}</span>
          <select
            id={`${id}-backend`}
            className="field"
            value={backend}
            onChange={(event) => setBackend(event.target.value as Chosen)}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={`${id}-seconds`}>
          <span className="label">{t("seconds")}</span>
          <input
            id={`${id}-seconds`}
            className="field"
            inputMode="decimal"
            value={seconds}
            onChange={(event) => setSeconds(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-memory`}>
          <span className="label">{t("memory")}</span>
          <input
            id={`${id}-memory`}
            className="field"
            inputMode="numeric"
            value={memory}
            onChange={(event) => setMemory(event.target.value)}
          />
        </label>
        <button type="submit" className="btn">
          {t("save")}
        </button>
      </div>
      <p
        className={`field-said ${wrong === undefined ? "meta" : "field-wrong"}`}
        aria-live="polite"
      >
        {wrong ?? t("hint")}
      </p>
    </form>
  );
}
