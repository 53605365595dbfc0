"use client";
import { ChevronLeft, ChevronRight, Ellipsis, Link2, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Citation } from "#lib/contracts/citation";
import { crumbOf } from "#lib/contracts/origins";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import type { Turn } from "../ask/turn.ts";
import { fullWhen } from "../locale/dates.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { PathText } from "../parts/path-text.tsx";
import { Scroller } from "../parts/scroller.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useWide } from "../parts/use-wide.ts";
import { EditorButton } from "./editor-button.tsx";
import { FetchAgain } from "./fetch-again.tsx";
import { highlightsOf } from "./highlights.ts";
import { PageOrigin } from "./page-origin.tsx";
import { RawLines } from "./raw-lines.tsx";
import { RenderedDocument } from "./rendered-document.tsx";
import { sourceAddress } from "./source-address.ts";
import type { SourceRef } from "./source-ref.ts";
import { SourceSaid } from "./source-said.tsx";
import { StateWord } from "./state-word.tsx";
import { lastLine, newLines, type Shown, usePreview } from "./use-preview.ts";

/** How a pane was left that another one of the same source takes the place of: how it showed the file, and whether the focus was in it. */
export type PaneLeft = { of: string; raw: boolean; focused: boolean };

/** The file behind a citation, beside the answer: where it stands, whether it still says so, and the lines themselves. */
export function SourcePane(props: {
  source: SourceRef;
  citation: Citation | undefined;
  turn: Turn | undefined;
  place: { at: number; of: number } | undefined;
  left: RefObject<PaneLeft | undefined>;
  onWalk: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const { citation, source, place, left } = props;
  const t = useTranslations("source");
  const problemText = useProblemText();
  const preview = usePreview(citation);
  const wide = useWide();
  const of = `${source.turn}:${source.kind}`;
  const [raw, setRaw] = useState(left.current?.of === of && left.current.raw);
  // Thousands of lines are set while the button has answered already.
  const rawSoon = useDeferredValue(raw);
  const pane = useRef<HTMLElement>(null);
  // Opened by a person, the pane takes the focus; opened by its address, the page keeps it.
  const taken = useRef(false);
  useEffect(() => {
    const held = document.activeElement !== null && document.activeElement !== document.body;
    if (held || (left.current?.of === of && left.current.focused)) {
      taken.current = true;
      pane.current?.focus({ preventScroll: true });
    }
  }, [left, of]);
  // The next pane may be drawn before this one is taken away.
  useLayoutEffect(() => {
    const element = pane.current;
    left.current = { of, raw, focused: left.current?.of === of && left.current.focused };
    return () => {
      left.current = { of, raw, focused: element?.contains(document.activeElement) === true };
    };
  }, [left, of, raw]);
  const { shown } = preview;
  // Its lines are there: they are what was opened, and what is read first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source or another view brings other lines.
  useEffect(() => {
    const active = document.activeElement;
    const free =
      active === pane.current || active === document.body || active?.className === "cited-lines";
    const lines = pane.current?.querySelector<HTMLElement>(".cited-lines");
    if (taken.current && free) lines?.focus({ preventScroll: true });
  }, [shown, rawSoon]);
  const rendered = shown?.first.html !== undefined;
  const views = rendered ? (
    <div className="segments">
      <button type="button" aria-pressed={!raw} onClick={() => setRaw(false)}>
        {t("rendered")}
      </button>
      <button type="button" aria-pressed={raw} onClick={() => setRaw(true)}>
        {t("raw")}
      </button>
    </div>
  ) : null;
  return (
    <aside className="source" aria-label={t("pane")} ref={pane} tabIndex={-1}>
      <div className="bar-top">
        {wide ? (
          <h2>
            {source.kind === "cited" ? t("numbered", { id: source.id }) : t(`title.${source.kind}`)}
          </h2>
        ) : (
          <>
            <button type="button" className="btn btn-quiet" onClick={props.onClose}>
              <ChevronLeft size={16} aria-hidden="true" />
              {t("back")}
            </button>
            <span className="flex-1" />
          </>
        )}
        {place === undefined || place.of < 2 ? null : (
          <>
            <IconButton name={t("previous")} onClick={() => props.onWalk(-1)}>
              <ChevronLeft size={16} aria-hidden="true" />
            </IconButton>
            <span className="meta whitespace-nowrap">{t("place", place)}</span>
            <IconButton name={t("next")} onClick={() => props.onWalk(1)}>
              <ChevronRight size={16} aria-hidden="true" />
            </IconButton>
          </>
        )}
        {wide ? (
          <>
            <span className="flex-1" />
            {views}
            <IconButton name={t("close")} onClick={props.onClose}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </>
        ) : null}
      </div>
      {citation === undefined ? (
        <p className="source-said">{t("noSuch")}</p>
      ) : (
        <Identity
          citation={citation}
          source={source}
          views={wide ? null : views}
          narrow={!wide}
          traceId={source.kind === "cited" ? props.turn?.answer?.trace_id : undefined}
          onFetched={preview.again}
        />
      )}
      {preview.problem === undefined ? null : (
        <div className="source-said" role="alert">
          <p>
            {preview.problem.rule === undefined ? null : (
              <>
                <span className="rule">{preview.problem.rule}</span>{" "}
              </>
            )}
            {problemText(preview.problem)}
          </p>
          <button type="button" className="btn" onClick={preview.again}>
            {t("again")}
          </button>
        </div>
      )}
      {shown === undefined ? (
        <div className="scroll" />
      ) : (
        <Document
          key={shown.citation.root_id + shown.citation.relative_path}
          shown={shown}
          turn={props.turn}
          number={source.turn}
          raw={rawSoon || !rendered}
          onMore={preview.more}
        />
      )}
    </aside>
  );
}

function Identity(props: {
  citation: Citation;
  source: SourceRef;
  /** How the file is shown; on a wide screen that is chosen above. Beside it the rest is folded. */
  views: ReactNode;
  narrow: boolean;
  /** Of the answer that cites it, once there is one. */
  traceId: string | undefined;
  onFetched: () => void;
}) {
  const { citation, source } = props;
  const t = useTranslations("source");
  const { line_start, line_end } = citation.locator;
  const range = line_start === line_end ? `${line_start}` : `${line_start}-${line_end}`;
  const place = `${citation.relative_path}:${range}`;
  const tools = (
    <>
      <CopyButton text={citation.path} name={t("copyPath")} />
      <CopyButton
        text={place}
        name={t("copyLines")}
        label={place.slice(place.lastIndexOf("/") + 1)}
      />
      {citation.contains_secret ? null : (
        <CopyButton text={citation.snippet} name={t("copyQuote")} act="copy-quote" />
      )}
      <EditorButton citation={citation} />
      <CopyButton
        text={() => sourceAddress(source)}
        name={t("copyLink")}
        icon={<Link2 size={16} aria-hidden="true" />}
        iconOnly
      />
      {props.traceId === undefined ? null : (
        <TraceLink trace_id={props.traceId} at={{ citation: citation.id }} />
      )}
    </>
  );
  return (
    <div className="source-id">
      <PathText path={citation.display_path} />
      <p className="crumb">{crumbOf(citation)}</p>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="lines">
          {line_start === line_end
            ? t("onLine", { line: String(line_start) })
            : t("onLines", { from: String(line_start), to: String(line_end) })}
        </span>
        {source.kind === "cited" || source.kind === "picture" ? (
          <StateWord citation={citation} />
        ) : (
          <span className="meta">{t("noAnswer")}</span>
        )}
      </p>
      {citation.source === undefined ? null : (
        <p className="flex flex-wrap items-center gap-x-3">
          <PageOrigin source={citation.source} />
          <FetchAgain
            key={citation.relative_path}
            citation={citation}
            url={citation.source.url}
            onFetched={props.onFetched}
          />
        </p>
      )}
      <div className="tools">
        {props.views}
        {!props.narrow ? (
          tools
        ) : (
          <details className="more-tools">
            <summary className="btn btn-quiet">
              <Ellipsis size={16} aria-hidden="true" />
              {t("more")}
            </summary>
            <div>{tools}</div>
          </details>
        )}
      </div>
    </div>
  );
}

function Document(props: {
  shown: Shown;
  turn: Turn | undefined;
  number: number;
  raw: boolean;
  onMore: (line: number) => Promise<void>;
}) {
  const { shown, turn } = props;
  const t = useTranslations("source");
  const [revealed, setRevealed] = useState(false);
  const marks = useMemo(() => highlightsOf(shown, turn), [shown, turn]);
  const before = shown.pieces[0]?.previous;
  const lastPiece = shown.pieces.at(-1);
  const after = lastPiece?.next;
  if (shown.citation.contains_secret && !revealed) {
    return (
      <div className="scroll">
        <div className="source-said">
          <p>{t("secret")}</p>
          <button type="button" className="btn" onClick={() => setRevealed(true)}>
            {t("reveal")}
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <SourceSaid citation={shown.citation} preview={shown.first} />
      {!props.raw ? (
        <p className="source-legend" aria-hidden="true">
          <span data-wash="quoted">{t("legendQuoted")}</span>
          <span data-wash="cited">{t("legendPassage")}</span>
        </p>
      ) : null}
      <Scroller name={t("text")}>
        {before === undefined ? null : (
          <p className="more-lines">
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => void props.onMore(before)}
            >
              {t("earlier")}
            </button>
          </p>
        )}
        {props.raw ? (
          <RawLines shown={shown} marks={marks} turn={props.number} />
        ) : (
          shown.pieces.map((piece, i) => (
            <RenderedDocument
              key={piece.line_start}
              preview={piece}
              from={newLines(shown.pieces, i).from}
              marks={marks}
              turn={props.number}
              main={piece === shown.first}
            />
          ))
        )}
        {after === undefined || lastPiece === undefined || lastLine(lastPiece) < 1 ? null : (
          <p className="more-lines">
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => void props.onMore(after)}
            >
              {t("later")}
            </button>
          </p>
        )}
      </Scroller>
      <Foot shown={shown} />
    </>
  );
}

function Foot({ shown }: { shown: Shown }) {
  const t = useTranslations("source");
  const locale = useLocale();
  const { file, total_lines, encoding } = shown.first;
  if (file === null) return null;
  return (
    <p className="source-foot">
      <span>{t("total", { lines: total_lines })}</span>
      <span>{encoding}</span>
      <span>{t("saved", { when: fullWhen(file.mtime_ms, locale) })}</span>
      <span>
        {t("hash")} <code title={shown.citation.sha256}>{shown.citation.sha256.slice(0, 12)}</code>
      </span>
    </p>
  );
}
