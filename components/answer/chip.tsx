"use client";
import { useTranslations } from "next-intl";
import { HoverCard } from "radix-ui";
import type { Citation } from "#lib/contracts/citation";
import { SourceLink } from "../source/source-link.tsx";
import { useSourceState } from "../source/source-states.ts";
import { Peek } from "./peek.tsx";

/** The numbered mark after a claim: a link to its source, its state told by shape, its lines shown on hover or focus. */
export function Chip({ turn, citation }: { turn: number; citation: Citation }) {
  return (
    <HoverCard.Root openDelay={90} closeDelay={120}>
      <HoverCard.Trigger asChild>
        <ChipLink turn={turn} citation={citation} />
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          className="peek"
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
        >
          <Peek citation={citation} />
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
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
