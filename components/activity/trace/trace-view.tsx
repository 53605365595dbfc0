"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Scroller } from "../../parts/scroller.tsx";
import { Sheet } from "../../parts/sheet-later.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { useWide } from "../../parts/use-wide.ts";
import { Middle } from "../../shell/middle.tsx";
import { ReplayPanel } from "../replay/replay-panel.tsx";
import { rowAsked } from "./row-asked.ts";
import { RowDetails } from "./row-details.tsx";
import { BackToTraces, TraceHead } from "./trace-head.tsx";
import { type LoadedTrace, useTrace } from "./use-trace.ts";
import { Waterfall } from "./waterfall.tsx";
import { above, foldable, type WaterfallRow, waterfallRows, wholeTime } from "./waterfall-rows.ts";

/** One trace: what it was, its waterfall, and beside it what the row holds that is open. */
export function TraceView({ id }: { id: string }) {
  const t = useTranslations("activity.trace");
  const problemText = useProblemText();
  const { trace, problem } = useTrace(id);
  const search = useSearchParams();
  const scroller = useRef<HTMLElement>(null);
  const [replaying, setReplaying] = useState(search.get("replay") !== null);
  const way = useTraceWay(trace);
  const wide = useWide();
  const details =
    way.open === undefined || trace === undefined ? null : (
      <RowDetails
        row={way.open}
        rows={way.rows}
        trace={trace}
        pane={way.pane}
        onGo={way.go}
        onClose={way.close}
      />
    );
  return (
    <div className="bench">
      <div className="talk">
        <Middle title="">
          <Scroller name={t("one")} ref={scroller}>
            <div className="activity-page">
              <BackToTraces />
              {problem === undefined ? null : (
                <>
                  {trace === undefined ? <h1>{t("one")}</h1> : null}
                  <p className="field-wrong" role="alert">
                    {problemText(problem)}
                  </p>
                </>
              )}
              {trace === undefined ? (
                problem === undefined ? (
                  <p className="meta">{t("loading")}</p>
                ) : null
              ) : (
                <>
                  <TraceHead
                    trace={trace}
                    replaying={replaying}
                    onReplay={() => setReplaying(!replaying)}
                  />
                  {replaying ? <ReplayPanel detail={trace.detail} /> : null}
                  <section aria-labelledby="waterfall" className="waterfall-section">
                    <div className="task-head">
                      <h2 id="waterfall">{t("waterfall")}</h2>
                      <FoldAll way={way} />
                    </div>
                    <Notes trace={trace} />
                    <Waterfall
                      rows={way.rows}
                      whole={way.whole}
                      folded={way.folded}
                      onFold={way.fold}
                      active={way.active}
                      onActive={way.walk}
                      onOpen={way.enter}
                      scroller={scroller}
                      tree={way.tree}
                    />
                  </section>
                </>
              )}
            </div>
          </Scroller>
        </Middle>
      </div>
      {wide && details !== null ? <div className="trace-column">{details}</div> : null}
      {!wide && details !== null ? (
        <Sheet name={t("details")} onClose={way.close}>
          {details}
        </Sheet>
      ) : null}
    </div>
  );
}

type TraceWay = {
  rows: readonly WaterfallRow[];
  whole: number;
  folded: ReadonlySet<string>;
  active: string | undefined;
  open: WaterfallRow | undefined;
  pane: RefObject<HTMLElement | null>;
  tree: RefObject<HTMLDivElement | null>;
  fold: (key: string, folded: boolean) => void;
  foldAll: (folded: boolean) => void;
  /** To another row by the keys of the tree; an open row follows. */
  walk: (key: string) => void;
  /** Opens a row, and gives what it holds the focus. */
  enter: (key: string) => void;
  /** From what a row holds to another row. */
  go: (key: string) => void;
  close: () => void;
};

/** Which row is active, which is open, and what is folded; the open one stands in the address. */
function useTraceWay(trace: LoadedTrace | undefined): TraceWay {
  const search = useSearchParams();
  const rows = useMemo(
    () =>
      trace === undefined
        ? []
        : waterfallRows(
            trace.spans,
            trace.detail.reads,
            trace.spans.length < trace.total ? undefined : trace.detail.outcome,
          ),
    [trace],
  );
  const whole = useMemo(() => wholeTime(trace?.spans ?? []), [trace]);
  const asked = useMemo(() => rowAsked(search, rows), [search, rows]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [walked, setWalked] = useState<string>();
  const [closed, setClosed] = useState(false);
  const active = walked ?? asked;
  const openKey = closed ? undefined : asked;
  const open = useMemo(() => rows.find(({ key }) => key === openKey), [rows, openKey]);
  const pane = useRef<HTMLElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const takeFocus = useRef(false);

  const unfold = (key: string) => {
    const path = above(rows, key);
    if (path.some((one) => folded.has(one))) {
      setFolded(new Set([...folded].filter((one) => !path.includes(one))));
    }
  };
  // A row that the address names may hang below one that is folded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is asked for.
  useEffect(() => {
    if (asked !== undefined) unfold(asked);
  }, [asked]);
  useEffect(() => {
    if (!takeFocus.current || open === undefined) return;
    const timer = setTimeout(() => {
      pane.current?.focus({ preventScroll: true });
      takeFocus.current = false;
    });
    return () => clearTimeout(timer);
  }, [open]);

  const show = (key: string) => {
    const url = new URL(window.location.href);
    url.search = `?${new URLSearchParams({ at: key })}`;
    window.history.replaceState(null, "", `${url.pathname}${url.search}`);
    setWalked(key);
    setClosed(false);
    unfold(key);
  };
  return {
    ...{ rows, whole, folded, active, open, pane, tree },
    fold(key, isFolded) {
      const next = new Set(folded);
      if (isFolded) next.add(key);
      else next.delete(key);
      setFolded(next);
    },
    foldAll: (all) => setFolded(all ? new Set(foldable(rows)) : new Set()),
    walk(key) {
      if (open === undefined) setWalked(key);
      else show(key);
    },
    enter(key) {
      takeFocus.current = true;
      if (open?.key === key) pane.current?.focus({ preventScroll: true });
      show(key);
    },
    go(key) {
      takeFocus.current = true;
      show(key);
    },
    close() {
      setWalked(active);
      setClosed(true);
      window.history.replaceState(null, "", window.location.pathname);
      tree.current?.focus({ preventScroll: true });
    },
  };
}

function FoldAll({ way }: { way: TraceWay }) {
  const t = useTranslations("activity.trace");
  return (
    <div className="flex gap-1">
      <button type="button" className="btn btn-quiet" onClick={() => way.foldAll(false)}>
        {t("unfoldAll")}
      </button>
      <button type="button" className="btn btn-quiet" onClick={() => way.foldAll(true)}>
        {t("foldAll")}
      </button>
    </div>
  );
}

/** As many of its reads come with a trace; the others are found at their tool calls. */
const MOST_READS = 2000;

function Notes({ trace }: { trace: LoadedTrace }) {
  const t = useTranslations("activity.trace");
  const { spans, total, detail } = trace;
  return (
    <>
      {spans.length < total ? (
        <p className="meta" role="status">
          {t("loadingSpans", { count: spans.length, total })}
        </p>
      ) : null}
      {spans.length === 0 && total === 0 ? <p className="meta">{t("noSpans")}</p> : null}
      {spans.some((span) => span.clock_back) ? <p className="strip">{t("clockBack")}</p> : null}
      {detail.reads.length >= MOST_READS ? <p className="meta">{t("readsLeftOut")}</p> : null}
    </>
  );
}
