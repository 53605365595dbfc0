"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import type { TraceRead } from "#lib/contracts/activity";
import { IconButton } from "../../parts/icon-button.tsx";
import { Scroller } from "../../parts/scroller.tsx";
import { useSizeWords } from "../../parts/use-size-words.ts";
import { PlaceText } from "../../source/line-range.tsx";
import { IdList } from "./id-list.tsx";
import { LinesNow } from "./lines-now.tsx";
import { useRowWords } from "./row-words.ts";
import { SpanDetails } from "./span-details.tsx";
import { answerHref, readKey, spanKey } from "./trace-address.ts";
import type { LoadedTrace } from "./use-trace.ts";
import { citedFrom, readsOf, type WaterfallRow } from "./waterfall-rows.ts";

type Shown = {
  row: WaterfallRow;
  rows: readonly WaterfallRow[];
  trace: LoadedTrace;
  onGo: (key: string) => void;
};

/** What one row of the waterfall holds, and the ways from it along the chain: to the call, the lines read, the claim, the source. */
export function RowDetails(
  props: Shown & { pane: RefObject<HTMLElement | null>; onClose: () => void },
) {
  const { row, pane } = props;
  const t = useTranslations("activity.trace");
  const words = useRowWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape leads back from wherever one is in it.
    <aside
      className="source trace-details"
      aria-label={t("details")}
      ref={pane}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className="bar-top">
        <h2>{words.kind(row.kind === "span" ? row.span.kind : row.kind)}</h2>
        <span className="flex-1" />
        <IconButton name={t("closeDetails")} onClick={props.onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <Scroller name={t("details")}>
        <div className="details-body" key={row.key}>
          <Body {...props} />
        </div>
      </Scroller>
    </aside>
  );
}

function Body(props: Shown) {
  const { row } = props;
  switch (row.kind) {
    case "span":
      return <SpanDetails span={row.span} trace={props.trace} onGo={props.onGo} />;
    case "read":
      return <ReadDetails {...props} read={row.read} />;
    case "claim":
      return <ClaimDetails {...props} claim={row.claim} />;
    case "citation":
      return <CitationDetails {...props} citation={row.citation} />;
  }
}

function ReadDetails({ read, rows, trace, onGo }: Shown & { read: TraceRead }) {
  const t = useTranslations("activity.read");
  const size = useSizeWords();
  const [open, setOpen] = useState(false);
  const cited = citedFrom(read, rows);
  const call = read.invocation_id;
  return (
    <>
      <p>
        <PlaceText path={read.relative_path} ranges={rangesOf(read)} />
      </p>
      {read.rule === undefined ? null : (
        <p>
          {t("refused")} <span className="rule">{read.rule}</span>
        </p>
      )}
      <dl className="trace-facts">
        <dt>{t("folder")}</dt>
        <dd>{read.root_id ?? t("none")}</dd>
        <dt>{t("tool")}</dt>
        <dd>
          <code>{read.tool_id}</code>
        </dd>
        {read.length === undefined ? null : (
          <>
            <dt>{t("bytes")}</dt>
            <dd>{size(read.length)}</dd>
          </>
        )}
        {read.sha256 === undefined ? null : (
          <>
            <dt>{t("hash")}</dt>
            <dd>
              <code className="hash">{read.sha256}</code>
            </dd>
          </>
        )}
      </dl>
      {read.rule !== undefined || read.line_start === undefined ? null : open ? (
        <LinesNow read={read} />
      ) : (
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {t("show")}
        </button>
      )}
      {call === undefined ? null : (
        <Ways name={t("call")}>
          <Way onGo={() => onGo(spanKey(call))}>
            <code>{read.tool_id}</code>
          </Way>
        </Ways>
      )}
      {cited.length === 0 ? null : (
        <Ways name={t("cited")}>
          {cited.map((one) => (
            <Way key={one.key} onGo={() => onGo(one.key)}>
              {t("citation", { id: one.citation.id })}{" "}
              <PlaceText path={one.citation.relative_path} ranges={[one.citation]} />
            </Way>
          ))}
        </Ways>
      )}
      <IdList
        of={{
          trace_id: trace.detail.trace_id,
          invocation_id: call,
          thread_id: trace.detail.trace?.thread_id,
        }}
      />
    </>
  );
}

function ClaimDetails(props: Shown & { claim: Extract<WaterfallRow, { kind: "claim" }>["claim"] }) {
  const { row, rows, claim, trace, onGo } = props;
  const t = useTranslations("activity.claim");
  const words = useRowWords();
  const { thread_id, run_id } = trace.detail.trace ?? {};
  const from = rows.indexOf(row) + 1;
  const end = rows.findIndex((one, at) => at >= from && one.depth <= row.depth);
  const own = rows.slice(from, end < 0 ? undefined : end);
  return (
    <>
      <blockquote className="claim-text">{claim.text}</blockquote>
      <p className="meta">{words.support(claim.support)}</p>
      {thread_id === undefined || run_id === undefined ? null : (
        <p>
          <Link href={answerHref({ thread_id, run_id })} prefetch={false} className="textlink">
            {t("answer")}
          </Link>
        </p>
      )}
      {own.length === 0 ? null : (
        <Ways name={t("rests")}>
          {own.map((one) =>
            one.kind === "citation" ? (
              <Way key={one.key} onGo={() => onGo(one.key)}>
                {t("citation", { id: one.citation.id })}{" "}
                <PlaceText path={one.citation.relative_path} ranges={[one.citation]} />
              </Way>
            ) : null,
          )}
        </Ways>
      )}
    </>
  );
}

function CitationDetails(
  props: Shown & { citation: Extract<WaterfallRow, { kind: "citation" }>["citation"] },
) {
  const { citation, trace, onGo } = props;
  const t = useTranslations("activity.citation");
  const { thread_id, run_id } = trace.detail.trace ?? {};
  const reads = readsOf(citation, trace.detail.reads);
  const withRead = new Set(reads.map((read) => read.invocation_id));
  const calls = citation.read_by.filter((id) => !withRead.has(id));
  return (
    <>
      <p>
        <PlaceText path={citation.display_path} ranges={[citation]} />
      </p>
      {thread_id === undefined || run_id === undefined ? null : (
        <p>
          <Link
            href={answerHref({ thread_id, run_id, citation: citation.id })}
            prefetch={false}
            className="btn"
          >
            {t("open")}
          </Link>
        </p>
      )}
      {reads.length === 0 && calls.length === 0 ? (
        <p className="meta">{t("noRead")}</p>
      ) : (
        <Ways name={t("read")}>
          {reads.map((read) => (
            <Way key={read.id} onGo={() => onGo(readKey(read.id))}>
              <PlaceText path={read.relative_path} ranges={rangesOf(read)} />{" "}
              <code>{read.tool_id}</code>
            </Way>
          ))}
          {calls.map((id) => (
            <Way key={id} onGo={() => onGo(spanKey(id))}>
              <code>{id}</code>
            </Way>
          ))}
        </Ways>
      )}
      <dl className="trace-facts">
        <dt>{t("folder")}</dt>
        <dd>{citation.root_id}</dd>
        <dt>{t("hash")}</dt>
        <dd>
          <code className="hash">{citation.sha256}</code>
        </dd>
      </dl>
      <IdList of={{ trace_id: trace.detail.trace_id, run_id, thread_id }} />
    </>
  );
}

function rangesOf({ line_start, line_end = line_start }: TraceRead) {
  return line_start === undefined || line_end === undefined ? [] : [{ line_start, line_end }];
}

function Ways({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <nav className="ways" aria-label={name}>
      <h3 className="label">{name}</h3>
      <ul>{children}</ul>
    </nav>
  );
}

function Way({ onGo, children }: { onGo: () => void; children: React.ReactNode }) {
  return (
    <li>
      <button type="button" className="way" onClick={onGo}>
        {children}
      </button>
    </li>
  );
}
