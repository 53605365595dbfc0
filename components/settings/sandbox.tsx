"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { SandboxArguments, type SandboxReport } from "#lib/contracts/sandbox";
import { useRemote } from "../api/remote.ts";
import { sandboxRemote } from "../api/sandbox.ts";
import { toolsRemote } from "../api/tools.ts";
import { Details } from "../parts/details.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { differing, useDraft } from "./drafts.ts";
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
        <Languages report={data} />
      )}
      <Limits document={document} report={data} />
    </section>
  );
}

/** In which languages code can be run here. */
function Languages({ report }: { report: SandboxReport }) {
  const t = useTranslations("sandbox.settings");
  return (
    <dl className="facts sandbox-facts">
      <dt>{t("languages")}</dt>
      <dd>
        {report.languages.map(({ language, backend, message }) => (
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
    </dl>
  );
}

/** What this computer has to run code in, what was proven of it, and what no setting changes. */
function Backends({ report }: { report: SandboxReport }) {
  const t = useTranslations("sandbox.settings");
  const size = useSizeWords();
  const { backends, limits } = report;
  return (
    <dl className="facts sandbox-facts">
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

type LimitsTyped = { backend: Chosen; seconds: string; memory: string };

/** What a run gets. Where it runs is left to Docent by most people, and stands behind the details. */
function Limits(props: { document: ConfigDocument; report: SandboxReport | undefined }) {
  const { document, report } = props;
  const t = useTranslations("sandbox.settings");
  const words = useTranslations("sandbox.form");
  const { wrong, setWrong, save } = useSaveSection(document, "sandbox");
  const id = useId();
  const { sandbox } = document.config;
  const [draft, setDraft, draftSaved] = useDraft<Partial<LimitsTyped>>("tools/sandbox", {});
  const saved: LimitsTyped = {
    backend: sandbox.backend,
    seconds: String(sandbox.timeout_ms / 1000),
    memory: String(sandbox.memory_mb),
  };
  const typed = { ...saved, ...draft };
  const change = (next: Partial<LimitsTyped>) => setDraft(differing(saved, { ...draft, ...next }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = {
      backend: typed.backend,
      timeout_ms: Math.round(Number(typed.seconds) * 1000),
      memory_mb: Number(typed.memory),
    };
    // The server names one value at a time, and this form shows seconds.
    if (!Taken.safeParse(next).success) return setWrong(words("badLimits"));
    if (await save({ sandbox: { ...sandbox, ...next } }, t("saved"))) draftSaved();
    await Promise.all([sandboxRemote.reload(), toolsRemote.reload()]);
  };
  return (
    <form className="mt-3" onSubmit={(event) => void submit(event)} noValidate>
      <div className="field-row sandbox-row" id="sandbox-limits">
        <label htmlFor={`${id}-seconds`}>
          <span className="label">{t("seconds")}</span>
          <input
            id={`${id}-seconds`}
            className="field"
            inputMode="decimal"
            value={typed.seconds}
            onChange={(event) => change({ seconds: event.target.value })}
          />
        </label>
        <label htmlFor={`${id}-memory`}>
          <span className="label">{t("memory")}</span>
          <input
            id={`${id}-memory`}
            className="field"
            inputMode="numeric"
            value={typed.memory}
            onChange={(event) => change({ memory: event.target.value })}
          />
        </label>
        <button type="submit" className="btn">
          {t("save")}
        </button>
      </div>
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      <Details>
        <label htmlFor={`${id}-backend`} className="sandbox-backend">
          <span className="label">{t("backend")}</span>
          <select
            id={`${id}-backend`}
            className="field"
            value={typed.backend}
            aria-describedby={`${id}-hint`}
            onChange={(event) => change({ backend: event.target.value as Chosen })}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <p id={`${id}-hint`} className="field-said meta">
          {t("hint")}
        </p>
        {report === undefined ? null : <Backends report={report} />}
      </Details>
    </form>
  );
}
