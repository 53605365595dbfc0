"use client";
import { useTranslations } from "next-intl";
import { HoverCard } from "radix-ui";
import { type FocusEvent, useRef, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { SourceLink } from "../source/source-link.tsx";
import { useSourceState } from "../source/source-states.ts";
import { type CardPlace, placeOfCard } from "./card-place.ts";
import { Peek } from "./peek.tsx";

/** The numbered mark after a claim: a link to its source, its state told by shape, its lines shown on hover or focus. */
export function Chip(props: {
  turn: number;
  citation: Citation;
  /** Of the whole answer, for the way from card to card. */
  citations: readonly Citation[];
  words: readonly LaidOut[];
  /** Those it stands behind; none of a mark beside a place. */
  claims?: readonly LaidOut[];
  /** Told when its card comes and goes. */
  onShown?: (open: boolean) => void;
}) {
  const { turn, citation, onShown } = props;
  const [shown, setShown] = useState(false);
  const [place, setPlace] = useState<CardPlace>();
  const link = useRef<HTMLAnchorElement>(null);
  const setOpen = (next: boolean) => {
    if (next === shown) return;
    if (next && link.current !== null) setPlace(placeOfCard(link.current));
    setShown(next);
    onShown?.(next);
  };
  // Pressed, it has opened its source: the card that was about to come stays away until the pointer comes anew.
  const pressed = useRef(false);
  const show = (next: boolean) => setOpen(next && !pressed.current);
  const press = () => {
    pressed.current = true;
    setOpen(false);
  };
  // The way to a card above its sentences leads over them.
  const closeDelay = place?.side === "top" ? 450 : 150;
  return (
    <HoverCard.Root open={shown} onOpenChange={show} openDelay={50} closeDelay={closeDelay}>
      <HoverCard.Trigger asChild>
        <ChipLink
          ref={link}
          turn={turn}
          citation={citation}
          onFocus={(event) => {
            // A second wait for the card beside the pointer's could not be called off.
            if (pressed.current || isGivenBack(event)) event.preventDefault();
          }}
          onPointerDown={press}
          // The Escape that follows is the source's, and not the card's.
          onKeyDown={({ key }) => {
            if (key === "Enter") press();
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
          align="start"
          {...place}
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
            claims={props.claims}
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
  short,
  ...rest
}: {
  turn: number;
  citation: Citation;
  /** Its number alone is its name: the rest stands beside it. */
  short?: boolean;
} & Omit<React.ComponentProps<typeof SourceLink>, "to" | "children">) {
  const t = useTranslations("source");
  const name = useChipName(citation);
  const { state } = useSourceState(citation);
  return (
    <SourceLink
      {...rest}
      to={{ turn, kind: "cited", id: citation.id }}
      className={`chip ${rest.className ?? ""}`}
      data-state={state}
      data-source={citation.id}
      aria-label={short ? t("numbered", { id: citation.id }) : name}
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
    state: t(`stateName.${state}`),
  });
}
