"use client";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ToolResult } from "#lib/contracts/tools";
import { FoldButton } from "../parts/fold-button.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { useSizeWords } from "../parts/use-size-words.ts";
import { MaskedText } from "./masked-text.tsx";

/** What a call gave back: its text and its structured part, or why it failed; what was cut, and how to go on. */
export function ToolOutcome(props: { result: ToolResult; onNext?: (cursor: string) => void }) {
  const { result, onNext } = props;
  const t = useTranslations("tools.outcome");
  const size = useSizeWords();
  const { truncated_lines: lines, truncated_bytes: bytes, next_page_cursor: cursor } = result;
  const cut = lines > 0 || bytes > 0;
  return (
    <div className="outcome" data-ok={result.ok}>
      <p className="outcome-said">
        {result.ok ? (
          <Check size={16} aria-hidden="true" />
        ) : (
          <CircleAlert size={16} aria-hidden="true" />
        )}
        <span>
          <b>{result.ok ? t("done") : t("failed")}</b>{" "}
          {result.error === undefined ? null : (
            <>
              <span className="rule">{result.error.rule ?? result.error.code}</span>{" "}
              {result.error.message} {result.error.retryable ? t("retryable") : null}
            </>
          )}
        </span>
        <span className="meta">
          {t("took", { ms: Math.round(result.meta.latency_ms) })}
          {result.exit_code === undefined ? null : t("exit", { code: result.exit_code })}
        </span>
      </p>
      {result.error?.setting === undefined ? null : (
        <p className="meta">
          {t("governed")} <span className="rule">{result.error.setting}</span>
        </p>
      )}
      <Output name={t("output")} text={result.stdout} />
      <Folded name={t("stderr")} text={result.stderr} />
      <Folded
        name={t("structured")}
        text={result.structured === undefined ? "" : JSON.stringify(result.structured, null, 2)}
      />
      {result.ok && result.stdout === "" && result.structured === undefined ? (
        <p className="meta">{t("nothing")}</p>
      ) : null}
      {result.meta.redacted ? <p className="meta">{t("masked")}</p> : null}
      {cut || cursor !== undefined ? (
        <p className="outcome-cut">
          <span>
            {cut ? t("cut", { lines, size: size(bytes) }) : t("more")}{" "}
            {cursor !== undefined && onNext !== undefined ? null : t("narrow")}
          </span>
          {cursor === undefined || onNext === undefined ? null : (
            <button type="button" className="btn" onClick={() => onNext(cursor)}>
              {t("next")}
            </button>
          )}
        </p>
      ) : null}
    </div>
  );
}

function Output({ name, text }: { name: string; text: string }) {
  if (text === "") return null;
  return (
    <ScrollBox name={name} className="output">
      <MaskedText text={text} />
    </ScrollBox>
  );
}

function Folded({ name, text }: { name: string; text: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (text === "") return null;
  return (
    <div>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {name}
      </FoldButton>
      <div id={id} hidden={!open}>
        {open ? <Output name={name} text={text} /> : null}
      </div>
    </div>
  );
}
