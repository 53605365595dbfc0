"use client";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { z } from "zod";
import { runCodeResult } from "#lib/contracts/sandbox";
import type { ToolResult } from "#lib/contracts/tools";
import { writtenInLine } from "#lib/contracts/written-out";
import { runFile } from "../api/sandbox.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { FoldButton } from "../parts/fold-button.tsx";
import { RunFiles } from "../sandbox/run-files.tsx";
import { builtInId } from "./built-in.ts";
import { OutcomeCut, type Paging } from "./outcome-cut.tsx";
import { OutputText } from "./output-text.tsx";

/** What a call gave back: its text and its structured part, or why it failed; what was cut, and how to go on. */
export function ToolOutcome(props: {
  result: ToolResult;
  /** Whether it went well is said above it already. */
  told?: boolean;
  paging?: Paging;
  /** Where the files are kept that code left, by the conversation where there is one. */
  files?: { thread?: string };
}) {
  const { result, told = false, paging, files } = props;
  const t = useTranslations("tools.outcome");
  const { ok, stdout, stderr, structured, exit_code } = result;
  const wentWrong = !ok || (exit_code !== undefined && exit_code !== 0);
  return (
    <div className="outcome" data-ok={ok}>
      <Said result={result} told={told} />
      {result.error?.setting === undefined ? null : (
        <p className="meta">
          {t("governed")} <span className="rule">{result.error.setting}</span>
        </p>
      )}
      {stdout === "" ? null : (
        <div>
          <Head name={t("output")} text={stdout} />
          <OutputText name={t("output")} text={stdout} {...firstLineOf(result)} />
        </div>
      )}
      {hasNotes(result) ? (
        <Notes text={stderr} />
      ) : (
        <Folded name={t("stderr")} text={stderr} opened={wentWrong} />
      )}
      {files === undefined ? null : <CodeFiles result={result} of={files} />}
      <Folded
        name={t("structured")}
        text={structured === undefined ? "" : JSON.stringify(structured, null, 2)}
      />
      {ok && stdout === "" && stderr === "" && structured === undefined ? (
        <p className="meta">{t("nothing")}</p>
      ) : null}
      {result.meta.redacted ? <p className="meta">{t("masked")}</p> : null}
      <OutcomeCut result={result} {...(paging === undefined ? {} : { paging })} />
    </div>
  );
}

function CodeFiles({ result, of }: { result: ToolResult; of: { thread?: string } }) {
  const { tool_id, provider_id, invocation_id } = result.meta;
  if (provider_id !== "sandbox" || tool_id !== "sandbox.exec") return null;
  const { data } = runCodeResult.safeParse(result.structured);
  const run = { invocation_id, ...of };
  return <RunFiles files={data?.artifacts ?? []} at={({ sha256 }) => runFile(run, sha256)} />;
}

const FilePart = z.object({ first_line: z.number().int().min(1) });

/** Of lines of a file that was read, which number the first of them bears. */
function firstLineOf({ meta, structured }: ToolResult): { from?: number } {
  if (meta.provider_id !== builtInId || meta.tool_id !== "read") return {};
  const part = FilePart.safeParse(structured);
  return part.success ? { from: part.data.first_line } : {};
}

/** Of our own tools a command alone has an error output; what the others say beside their result are sentences. */
const hasNotes = ({ meta }: ToolResult) =>
  meta.provider_id === builtInId && meta.tool_id !== "bash";

function Notes({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <ul className="meta">
      {text.split("\n").map((note) => (
        <li key={note}>{writtenInLine(note)}</li>
      ))}
    </ul>
  );
}

/** Whether it went well, why not, how long it took without the person who was asked, and how a command ended. */
function Said({ result, told }: { result: ToolResult; told: boolean }) {
  const t = useTranslations("tools.outcome");
  const { ok, error, exit_code, meta } = result;
  const Icon = ok ? Check : CircleAlert;
  const ms = Math.max(0, Math.round(meta.latency_ms - (meta.waited_ms ?? 0)));
  return (
    <p className="outcome-said" data-told={told}>
      {told ? null : <Icon size={16} aria-hidden="true" />}
      <span>
        {told ? null : <b>{ok ? t("done") : t("failed")} </b>}
        {error === undefined ? null : (
          <>
            <span className="rule">{error.rule ?? error.code}</span> {error.message}{" "}
            {error.retryable ? t("retryable") : null}
          </>
        )}
      </span>
      <span className="meta">
        {exit_code === undefined ? null : (
          <span className={exit_code === 0 ? undefined : "field-wrong"}>
            {t("exit", { code: exit_code })}{" "}
          </span>
        )}
        {t("took", { ms })}
      </span>
    </p>
  );
}

function Head({ name, text, children }: { name: string; text: string; children?: ReactNode }) {
  const t = useTranslations("tools.outcome");
  return (
    <div className="output-head">
      {children ?? <span className="label">{name}</span>}
      <CopyButton text={text} name={t("copy", { what: name })} iconOnly />
    </div>
  );
}

function Folded({ name, text, opened = false }: { name: string; text: string; opened?: boolean }) {
  const id = useId();
  const [open, setOpen] = useState(opened);
  if (text === "") return null;
  return (
    <div>
      <Head name={name} text={text}>
        <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {name}
        </FoldButton>
      </Head>
      <div id={id} hidden={!open}>
        {open ? <OutputText name={name} text={text} /> : null}
      </div>
    </div>
  );
}
