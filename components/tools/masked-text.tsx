import { Fragment } from "react";
import { maskMark } from "#lib/contracts/mask-mark";
import { writtenOut } from "#lib/contracts/written-out";

/** A text of somebody else, exactly: nothing in it is hidden, and each mask of a secret is told apart from the text around it. */
export function MaskedText({ text }: { text: string }) {
  return writtenOut(text)
    .split(maskMark)
    .map((piece, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place.
      <Fragment key={i}>
        {i === 0 ? null : <mark className="masked">{maskMark}</mark>}
        {piece}
      </Fragment>
    ));
}
