"use client";
import { useTranslations } from "next-intl";
import { HoverCard } from "radix-ui";
import { type FocusEvent, useRef, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { SourceLink } from "../source/source-link.tsx";
import { useSourceState } from "../source/source-states.ts";
import { Peek } from "./peek.tsx";

/** The numbered mark after a claim: a link to its source, its state told by shape, its lines shown on hover or focus. */
export function Chip(props: {
  turn: number;
  citation: Citation;
  /** Of the whole answer, for the way from card to card. */
  citations: readonly Citation[];
  words: readonly LaidOut[];
  claim?: LaidOut;
}) {
  const { turn, citation } = props;
  const [open, setOpen] = useState(false);
  // Pressed, it has opened its source: the card that was about to come stays away until the pointer comes anew.
  const pressed = useRef(false);
  const show = (next: boolean) => setOpen(next && !pressed.current);
  return (
    <HoverCard.Root open={open} onOpenChange={show} openDelay={50} closeDelay={150}>
      <HoverCard.Trigger asChild>
        <ChipLink
          turn={turn}
          citation={citation}
          onFocus={(event) => {
            // A second wait for the card beside the pointer's could not be called off.
            if (pressed.current || isGivenBack(event)) event.preventDefault();
          }}
          onPointerDown={() => {
            pressed.current = true;
            setOpen(false);
          }}
          onPointerLeave={() => {
            pressed.current = false;
          }}
          onBlur={({ relatedTarget: next }) => {
            pressed.current = false;
            // The next mark brings a card of its own: two never stand there at once.
            if (next instanceof Element && next.closest(".peek") === null) setOpen(false);
          }}
        />
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          className="peek"
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest("a") !== null)
              setOpen(false);
          }}
        >
          <Peek
            turn={turn}
            citation={citation}
            citations={props.citations}
            words={props.words}
            claim={props.claim}
          />
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}

/** Whoever gets the focus back from the pane that closed has just seen the source. */
function isGivenBack(event: FocusEvent<HTMLElement>): boolean {
  return event.currentTarget.dataset.givenBack !== undefined;
}

/** The same mark without the card, for the margins of the source list and the source pane. */
export function ChipLink({
  turn,
  citation,
  ...rest
}: { turn: number; citation: Citation } & Omit<
  React.ComponentProps<typeof SourceLink>,
  "to" | "children"
>) {
  const name = useChipName(citation);
  const { state } = useSourceState(citation);
  return (
    <SourceLink
      {...rest}
      to={{ turn, kind: "cited", id: citation.id }}
      className={`chip ${rest.className ?? ""}`}
      data-state={state}
      data-source={citation.id}
      aria-label={name}
    >
      {citation.id}
    </SourceLink>
  );
}

/** A number whose source has not arrived yet: it keeps its place and does nothing. */
export function PendingChip({ id }: { id: number }) {
  return (
    <span className="chip" data-state="pending">
      {id}
    </span>
  );
}

function useChipName(citation: Citation): string {
  const t = useTranslations("source");
  const { state, now } = useSourceState(citation);
  const lines = now ?? citation.locator;
  return t("chip", {
    id: citation.id,
    path: citation.display_path,
    from: String(lines.line_start),
    to: String(lines.line_end),
    state: t(`state.${state}`),
  });
}
