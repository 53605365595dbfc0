"use client";
import { useTranslations } from "next-intl";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Preview } from "#lib/contracts/http";
import { ChipLink } from "../answer/chip.tsx";
import { wrapCited } from "./cited-part.ts";
import { citedName, type Highlights, holds } from "./highlights.ts";
import { bandOf, measureBlocks, type PlacedLine } from "./measure-blocks.ts";
import { useMiddle } from "./use-middle.ts";

/**
 * The document as the server rendered it. The HTML comes from our own preview route alone, which writes every tag itself and lets none
 * of the document through; this component takes nothing else. Numbers and washes are drawn beside and behind it.
 */
export function RenderedDocument(props: {
  preview: Preview;
  /** Lines already shown by the piece before this one are left out. */
  from: number;
  marks: Highlights;
  turn: number;
  /** Whether this is the piece around the cited lines: it scrolls them to the middle once. */
  main: boolean;
}) {
  const { preview, from, marks, main } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<PlacedLine[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is other blocks to measure.
  useLayoutEffect(() => {
    const root = body.current;
    const page = sheet.current;
    if (root === null || page === null) return;
    for (const block of root.children) {
      if (block instanceof HTMLElement) {
        block.hidden = Number(block.dataset.lineEnd ?? block.dataset.line ?? from) < from;
      }
    }
    const measure = () => {
      setPlaced(measureBlocks(root, page.getBoundingClientRect().top));
      // What scrolls within itself must be reachable by keyboard.
      for (const code of root.querySelectorAll("pre")) {
        if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
        else code.removeAttribute("tabindex");
      }
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(root);
    return () => watch.disconnect();
  }, [from, preview.html]);

  const named = useTranslations("source");
  const { line_start, line_end } = marks.cited ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is other blocks to wrap.
  useLayoutEffect(() => {
    const root = body.current;
    if (root === null || line_start === undefined || line_end === undefined) return;
    return wrapCited(root, { line_start, line_end }, citedName(named, { line_start, line_end }));
  }, [line_start, line_end, from, preview.html, named]);

  const cited = bandOf(placed, marks.cited);
  const quoted = quotedBlocks(cited?.blocks ?? [], marks);
  useEffect(() => {
    for (const { element, line, end } of placed) {
      const inside =
        marks.cited !== undefined && line <= marks.cited.line_end && end >= marks.cited.line_start;
      if (inside) element.dataset.cited = "true";
      else delete element.dataset.cited;
    }
  }, [placed, marks.cited]);

  useMiddle(
    body,
    () => {
      const element = sheet.current;
      if (!main || element === null) return undefined;
      const seen = bandOf(placed, marks.seen);
      if (seen !== undefined) return { element, top: seen.top, height: seen.height };
      const block = placed.findLast((one) => one.line <= (preview.cited ?? preview).line_start);
      return block === undefined ? undefined : { element: block.element };
    },
    main && placed.length > 0 ? preview : undefined,
  );

  return (
    <div className="doc" ref={sheet}>
      <div
        ref={body}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our server's renderer, which writes every tag itself.
        dangerouslySetInnerHTML={{ __html: preview.html ?? "" }}
      />
      {cited === undefined ? null : (
        <div
          key={`${preview.line_start}:${marks.cited?.line_start}`}
          className="wash wash-cited flash"
          style={{ top: cited.top, height: cited.height }}
          aria-hidden="true"
        />
      )}
      {quoted.map((block) => (
        <div
          key={block.line}
          className="wash wash-quoted"
          style={{ top: block.top - 2, height: block.bottom - block.top + 4 }}
          aria-hidden="true"
        />
      ))}
      {marks.others.map(({ citation, range }) => {
        const band = bandOf(placed, range);
        return band === undefined ? null : (
          <Fragment key={citation.id}>
            {overlaps(range, marks.cited) ? null : (
              <div
                className="wash wash-also"
                style={{ top: band.top, height: band.height }}
                aria-hidden="true"
              />
            )}
            <ChipLink
              turn={props.turn}
              citation={citation}
              className="pin"
              style={{ top: band.top }}
            />
          </Fragment>
        );
      })}
      {placed.map(({ line, top, lead }) => (
        <span
          key={line}
          className="gutter"
          style={{ top: top + lead }}
          data-cited={holds(marks.cited, line) || undefined}
          aria-hidden="true"
        >
          {line}
        </span>
      ))}
    </div>
  );
}

/** The blocks whose words the claims quote; none when the claims quote everything that is cited. */
function quotedBlocks(blocks: readonly PlacedLine[], { words }: Highlights): PlacedLine[] {
  const lines = [...words.keys()];
  const quoted = blocks.filter(({ line, end }) => lines.some((one) => one >= line && one <= end));
  return quoted.length === blocks.length ? [] : quoted;
}

function overlaps(
  a: { line_start: number; line_end: number },
  b: { line_start: number; line_end: number } | undefined,
): boolean {
  return b !== undefined && a.line_start <= b.line_end && a.line_end >= b.line_start;
}
