"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { WebSearchBackend } from "#lib/contracts/web";
import type { WebReport } from "#lib/contracts/web-desk";
import { webRemote } from "../api/web.ts";
import { Details } from "../parts/details.tsx";
import { exactText } from "../parts/exact-text.ts";
import { differing, useDraft } from "./drafts.ts";
import { useSaveSection } from "./use-save-section.ts";

const MIB = 1024 * 1024;

/** Which search, what it needs, which hosts are allowed or closed, and how much of a page is read. */
export function WebForm(props: { document: ConfigDocument; report: WebReport }) {
  const { document, report } = props;
  const { web } = document.config;
  const t = useTranslations("web");
  const words = useTranslations("settings");
  const { wrong, save } = useSaveSection(document, "web");
  const id = useId();
  const [draft, setDraft, draftSaved] = useDraft<Partial<WebTyped>>("web/search", {});
  const saved = typedOf(web);
  const typed: WebTyped = { ...saved, ...draft };
  const change = (next: Partial<WebTyped>) => setDraft(differing(saved, { ...draft, ...next }));
  const { backend } = typed;
  const chosen = WebSearchBackend.safeParse(backend).data;
  const shown = report.backends.find(({ name }) => name === (chosen ?? report.backend));
  const unset = t(`backends.${report.from === "configuration" ? "stub" : report.backend}`);
  const choices = [
    { value: "", name: t("backendDefault", { name: unset }) },
    ...WebSearchBackend.options.map((value) => ({ value, name: t(`backends.${value}`) })),
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = {
      ...web,
      search_backend: chosen ?? null,
      allow_hosts: linesOf(typed.allowHosts),
      deny_hosts: linesOf(typed.denyHosts),
      max_bytes: Math.round(Number(typed.maxSize) * MIB),
      timeout_ms: Math.round(Number(typed.timeout) * 1000),
    };
    if (!(await save({ web: next }, t("saved")))) return;
    draftSaved();
    await webRemote.reload();
  };
  const box = (field: Exclude<keyof WebTyped, "backend">) => ({
    id: `${id}-${field}`,
    className: "field",
    ...(field.endsWith("Hosts") ? { "aria-describedby": `${id}-${field}-said` } : {}),
    value: typed[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <form className="web-form" onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor="web-search">
        <span className="label">{t("backend")}</span>
        <select
          id="web-search"
          className="field"
          value={backend}
          onChange={(event) => change({ backend: event.target.value })}
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
        <div id="allow-hosts">
          <label htmlFor={`${id}-allowHosts`}>
            <span className="label">{t("allowHosts")}</span>
            <textarea rows={3} {...box("allowHosts")} {...exactText} />
          </label>
          <p id={`${id}-allowHosts-said`} className="field-said meta">
            {t("allowHostsSaid")}
          </p>
        </div>
        <div id="deny-hosts">
          <label htmlFor={`${id}-denyHosts`}>
            <span className="label">{t("denyHosts")}</span>
            <textarea rows={3} {...box("denyHosts")} {...exactText} />
          </label>
          <p id={`${id}-denyHosts-said`} className="field-said meta">
            {t("denyHostsSaid")}
          </p>
        </div>
      </div>
      <Details name={words("pageLimits")}>
        <div className="web-fields" id="page-limits">
          <label htmlFor={`${id}-maxSize`}>
            <span className="label">{t("maxSize")}</span>
            <input inputMode="decimal" {...box("maxSize")} />
          </label>
          <label htmlFor={`${id}-timeout`}>
            <span className="label">{t("timeout")}</span>
            <input inputMode="decimal" {...box("timeout")} />
          </label>
        </div>
      </Details>
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

type WebTyped = {
  backend: string;
  allowHosts: string;
  denyHosts: string;
  maxSize: string;
  timeout: string;
};

function typedOf(web: Config["web"]): WebTyped {
  return {
    backend: web.search_backend ?? "",
    allowHosts: web.allow_hosts.join("\n"),
    denyHosts: web.deny_hosts.join("\n"),
    maxSize: String(round(web.max_bytes / MIB)),
    timeout: String(round(web.timeout_ms / 1000)),
  };
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
