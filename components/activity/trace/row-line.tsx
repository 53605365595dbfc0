"use client";
import {
  Bot,
  ChevronRight,
  CircleHelp,
  FileText,
  Link2,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  Quote,
  ShieldCheck,
  Sparkles,
  Wrench,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useSizeWords } from "../../parts/use-size-words.ts";
import { rangeText } from "../../source/line-range.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { useRowWords } from "./row-words.ts";
import { barOf, type WaterfallRow } from "./waterfall-rows.ts";

const icons: Record<string, LucideIcon> = {
  request: MessageSquareText,
  agent: Bot,
  task: ListChecks,
  tool_call: Wrench,
  model: Sparkles,
  compose: PenLine,
  gate: ShieldCheck,
  read: FileText,
  claim: Quote,
  citation: Link2,
};

/** One row: what it is, how it ended where it did not end well, its bar and how long it took. */
export function RowLine(props: {
  row: WaterfallRow;
  whole: number;
  folded: boolean | undefined;
  onFold: (folded: boolean) => void;
}) {
  const { row, whole, folded, onFold } = props;
  const kind = row.kind === "span" ? row.span.kind : row.kind;
  const Icon = icons[kind] ?? CircleHelp;
  return (
    <>
      <span className="waterfall-name" style={{ paddingLeft: `${Math.min(row.depth, 12) * 14}px` }}>
        {folded === undefined ? (
          <i className="waterfall-leaf" />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the tree do the same.
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
          <span
            className="waterfall-fold"
            data-folded={folded}
            onClick={(event) => {
              event.stopPropagation();
              onFold(!folded);
            }}
          >
            <ChevronRight size={16} aria-hidden="true" />
          </span>
        )}
        <Icon size={16} aria-hidden="true" />
        <Name row={row} />
      </span>
      <Bar row={row} whole={whole} />
      <Figure row={row} />
    </>
  );
}

function Name({ row }: { row: WaterfallRow }) {
  const words = useRowWords();
  switch (row.kind) {
    case "span": {
      const { span } = row;
      const name = words.name(span);
      const well = span.status === "ok" || span.status === "no_hit";
      return (
        <span className="waterfall-text">
          {words.kind(span.kind)}
          {name === undefined ? null : <b>{` ${name}`}</b>}
          {span.deny_reason !== undefined ? (
            <span className="rule">{span.deny_reason}</span>
          ) : well || span.open ? null : (
            <span className="rule">{span.status}</span>
          )}
        </span>
      );
    }
    case "read": {
      const { relative_path, line_start, line_end, rule } = row.read;
      return (
        <span className="waterfall-text">
          {words.kind("read")} <b>{relative_path}</b>
          {line_start === undefined
            ? null
            : ` ${rangeText({ line_start, line_end: line_end ?? line_start })}`}
          {rule === undefined ? null : <span className="rule">{rule}</span>}
        </span>
      );
    }
    case "claim":
      return (
        <span className="waterfall-text">
          {words.kind("claim")} <q>{row.claim.text}</q>
        </span>
      );
    case "citation":
      return (
        <span className="waterfall-text">
          {words.kind("citation")} <b>{row.citation.id}</b> {row.citation.relative_path}{" "}
          {rangeText(row.citation)}
        </span>
      );
  }
}

function Bar({ row, whole }: { row: WaterfallRow; whole: number }) {
  if (row.kind !== "span") return <span className="waterfall-bar" />;
  const { left, width } = barOf(row.span, whole);
  return (
    <span className="waterfall-bar">
      <i
        data-kind={row.span.kind}
        data-status={row.span.status}
        data-open={row.span.open}
        style={{ left: `${left}%`, width: `max(2px, ${width}%)` }}
      />
    </span>
  );
}

function Figure({ row }: { row: WaterfallRow }) {
  const t = useTranslations("activity.trace");
  const words = useUnitWords();
  const size = useSizeWords();
  const rows = useRowWords();
  if (row.kind === "span") {
    return (
      <span className="waterfall-figure">
        {row.span.open ? t("noEnd") : words(row.span.ms, "ms")}
      </span>
    );
  }
  if (row.kind === "read") {
    const { length } = row.read;
    return <span className="waterfall-figure">{length === undefined ? "" : size(length)}</span>;
  }
  if (row.kind === "claim") {
    return <span className="waterfall-figure">{rows.support(row.claim.support)}</span>;
  }
  return <span className="waterfall-figure" />;
}
