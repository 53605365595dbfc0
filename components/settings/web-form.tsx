"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { WebSearchBackend } from "#lib/contracts/web";
import type { WebReport } from "#lib/contracts/web-desk";
import { asProblem } from "../api/problem.ts";
import { webRemote } from "../api/web.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { fieldSaid, saveConfig } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

const MIB = 1024 * 1024;

/** Which search, what it needs, which hosts are allowed or closed, and how much of a page is read. */
export function WebForm(props: {
  web: Config["web"];
  document: ConfigDocument;
  report: WebReport;
}) {
  const { web, document, report } = props;
  const t = useTranslations("web");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [backend, setBackend] = useState(web.search_backend ?? "");
  const [allow, setAllow] = useState(web.allow_hosts.join("\n"));
  const [deny, setDeny] = useState(web.deny_hosts.join("\n"));
  const [size, setSize] = useState(String(round(web.max_bytes / MIB)));
  const [seconds, setSeconds] = useState(String(round(web.timeout_ms / 1000)));
  const [wrong, setWrong] = useState<string>();
  const chosen = WebSearchBackend.safeParse(backend).data;
  const shown = report.backends.find(({ name }) => name === (chosen ?? report.backend));
  const unset = t(`backends.${report.from === "configuration" ? "stub" : report.backend}`);
  const choices = [
    { value: "", name: t("backendDefault", { name: unset }) },
    ...WebSearchBackend.options.map((value) => ({ value, name: t(`backends.${value}`) })),
  ];
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setWrong(undefined);
    try {
      await saveConfig(document, {
        web: {
          ...web,
          search_backend: chosen ?? null,
          allow_hosts: linesOf(allow),
          deny_hosts: linesOf(deny),
          max_bytes: Math.round(Number(size) * MIB),
          timeout_ms: Math.round(Number(seconds) * 1000),
        },
      });
      await webRemote.reload();
      saySaved({ text: t("saved") });
    } catch (error) {
      setWrong(fieldSaid(asProblem(error), "web", problemText));
    }
  };
  const text = { spellCheck: false, autoComplete: "off", autoCapitalize: "none" } as const;
  return (
    <form className="web-form" onSubmit={(event) => void save(event)} noValidate>
      <label htmlFor={`${id}-backend`}>
        <span className="label">{t("backend")}</span>
        <select
          id={`${id}-backend`}
          className="field"
          value={backend}
          onChange={(event) => setBackend(event.target.value)}
        >
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {shown === undefined ? null : <Needs backend={shown} />}
      <div className="web-fields">
        <div>
          <label htmlFor={`${id}-allow`}>
            <span className="label">{t("allowHosts")}</span>
            <textarea
              id={`${id}-allow`}
              className="field"
              rows={3}
              value={allow}
              aria-describedby={`${id}-allow-said`}
              onChange={(event) => setAllow(event.target.value)}
              {...text}
            />
          </label>
          <p id={`${id}-allow-said`} className="field-said meta">
            {t("allowHostsSaid")}
          </p>
        </div>
        <div>
          <label htmlFor={`${id}-deny`}>
            <span className="label">{t("denyHosts")}</span>
            <textarea
              id={`${id}-deny`}
              className="field"
              rows={3}
              value={deny}
              aria-describedby={`${id}-deny-said`}
              onChange={(event) => setDeny(event.target.value)}
              {...text}
            />
          </label>
          <p id={`${id}-deny-said`} className="field-said meta">
            {t("denyHostsSaid")}
          </p>
        </div>
        <label htmlFor={`${id}-size`}>
          <span className="label">{t("maxSize")}</span>
          <input
            id={`${id}-size`}
            className="field"
            inputMode="decimal"
            value={size}
            onChange={(event) => setSize(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-time`}>
          <span className="label">{t("timeout")}</span>
          <input
            id={`${id}-time`}
            className="field"
            inputMode="decimal"
            value={seconds}
            onChange={(event) => setSeconds(event.target.value)}
          />
        </label>
      </div>
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      <button type="submit" className="btn">
        {t("save")}
      </button>
    </form>
  );
}

/** What a search needs and where questions go; of a key, only whether it is set. */
function Needs({ backend }: { backend: WebReport["backends"][number] }) {
  const t = useTranslations("web");
  const { name, variable, set, host } = backend;
  return (
    <p className={set ? "meta" : "field-wrong"}>
      {t(`backendSaid.${name}`)}{" "}
      {variable === undefined ? null : t(set ? "variableSet" : "variableMissing", { variable })}{" "}
      {host === undefined ? null : t("receiver", { host })}
    </p>
  );
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];
