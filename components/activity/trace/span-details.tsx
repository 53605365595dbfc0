"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Preview, SpanDetail, WaterfallSpan } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { type ApiProblem, asProblem } from "../../api/problem.ts";
import { Fold } from "../../parts/fold.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { PlaceText } from "../../source/line-range.tsx";
import { MaskedText } from "../../tools/masked-text.tsx";
import { CallFacts } from "../audit/call-facts.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { useWhen } from "../use-when.ts";
import { IdList } from "./id-list.tsx";
import { useRowWords } from "./row-words.ts";
import { readKey } from "./trace-address.ts";
import type { LoadedTrace } from "./use-trace.ts";

/** A span: how it went, by which right, what it was given and gave back as far as that is kept, and the lines it handed over. */
export function SpanDetails(props: {
  span: WaterfallSpan;
  trace: LoadedTrace;
  onGo: (key: string) => void;
}) {
  const { span, trace, onGo } = props;
  const t = useTranslations("activity.span");
  const words = useRowWords();
  const units = useUnitWords();
  const when = useWhen();
  const problemText = useProblemText();
  const { detail, problem } = useSpan(trace.detail.trace_id, span.span_id);
  const name = words.name(span);
  const attributes = Object.entries(span.attributes);
  return (
    <>
      {name === undefined ? null : (
        <p>
          <b>{name}</b>
        </p>
      )}
      {span.open ? <p className="strip">{t("open")}</p> : null}
      {span.clock_back ? <p className="strip">{t("clockBack")}</p> : null}
      <dl className="trace-facts">
        <dt>{t("status")}</dt>
        <dd>
          {words.status(span.status)}
          {span.deny_reason === undefined ? null : (
            <>
              {" "}
              <span className="rule">{span.deny_reason}</span>
            </>
          )}
        </dd>
        <dt>{t("began")}</dt>
        <dd>{when(span.started_at, "second")}</dd>
        {span.open ? null : (
          <>
            <dt>{t("took")}</dt>
            <dd>{units(span.ms, "ms")}</dd>
          </>
        )}
        {span.agent_id === undefined ? null : (
          <>
            <dt>{t("agent")}</dt>
            <dd>{words.agent(span.agent_id)}</dd>
          </>
        )}
        {attributes.map(([key, value]) => (
          <FactOf key={key} name={key} value={value} />
        ))}
      </dl>
      {span.task_id === undefined || trace.detail.trace?.kind !== "task" ? null : (
        <p>
          <Link
            href={`/tasks/${encodeURIComponent(span.task_id)}`}
            prefetch={false}
            className="textlink"
          >
            {t("task")}
          </Link>
        </p>
      )}
      {problem === undefined ? null : <p className="field-wrong">{problemText(problem)}</p>}
      {detail === undefined ? (
        problem === undefined ? (
          <p className="meta">{t("loading")}</p>
        ) : null
      ) : (
        <Kept detail={detail} onGo={onGo} />
      )}
      <IdList
        of={{
          trace_id: trace.detail.trace_id,
          run_id: span.run_id,
          parent_run_id: span.parent_run_id,
          task_id: span.task_id,
          span_id: span.span_id,
          parent_span_id: span.parent_span_id,
        }}
      />
    </>
  );
}

function Kept({ detail, onGo }: { detail: SpanDetail; onGo: (key: string) => void }) {
  const t = useTranslations("activity.span");
  const { envelope } = detail;
  const texts = [
    { id: "arguments", kept: detail.arguments },
    { id: "result", kept: detail.result },
    { id: "reply", kept: detail.reply },
  ] as const;
  const nothing = detail.calls.length > 0 && texts.every(({ kept }) => kept === undefined);
  return (
    <>
      {detail.reads.length === 0 ? null : (
        <nav className="ways" aria-label={t("reads")}>
          <h3 className="label">{t("reads")}</h3>
          <ul>
            {detail.reads.map((read) => (
              <li key={read.id}>
                <button type="button" className="way" onClick={() => onGo(readKey(read.id))}>
                  <PlaceText
                    path={read.relative_path}
                    ranges={
                      read.line_start === undefined
                        ? []
                        : [
                            {
                              line_start: read.line_start,
                              line_end: read.line_end ?? read.line_start,
                            },
                          ]
                    }
                  />
                  {read.rule === undefined ? null : <span className="rule">{read.rule}</span>}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {detail.calls.map((call) => (
        <section key={call.id} aria-label={t("call")}>
          <h3 className="label">{t("call")}</h3>
          <CallFacts call={call} />
        </section>
      ))}
      {nothing ? <p className="meta">{t("notKept")}</p> : null}
      {texts.map(({ id, kept }) =>
        kept === undefined ? null : (
          <Fold key={id} name={t(`text.${id}`)}>
            <KeptText name={t(`text.${id}`)} kept={kept} />
          </Fold>
        ),
      )}
      {envelope === undefined ? null : (
        <>
          <Fold name={t("request")}>
            <Json name={t("request")} value={envelope.request} />
          </Fold>
          <Fold name={t("envelopeResult")}>
            <Json name={t("envelopeResult")} value={envelope.result} />
          </Fold>
        </>
      )}
    </>
  );
}

function KeptText({ name, kept }: { name: string; kept: Preview }) {
  const t = useTranslations("activity.span");
  return (
    <>
      <ScrollBox name={name} className="output">
        <MaskedText text={kept.text} />
      </ScrollBox>
      {kept.left_out === 0 ? null : (
        <p className="meta">{t("leftOut", { count: kept.left_out })}</p>
      )}
    </>
  );
}

function Json({ name, value }: { name: string; value: unknown }) {
  return (
    <ScrollBox name={name} className="output">
      <MaskedText text={JSON.stringify(value, null, 2) ?? ""} />
    </ScrollBox>
  );
}

function FactOf({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>{typeof value === "object" ? JSON.stringify(value) : String(value)}</dd>
    </>
  );
}

function useSpan(trace_id: string, span_id: string) {
  const [detail, setDetail] = useState<SpanDetail>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    const stop = new AbortController();
    setDetail(undefined);
    setProblem(undefined);
    activityApi
      .span(trace_id, span_id, stop.signal)
      .then(setDetail)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setProblem(asProblem(error));
      });
    return () => stop.abort();
  }, [trace_id, span_id]);
  return { detail, problem };
}
