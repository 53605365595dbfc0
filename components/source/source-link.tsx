"use client";
import type { ComponentProps, MouseEvent } from "react";
import { sameRef, useOpenSource } from "./open-source.ts";
import { type SourceRef, sourceHref } from "./source-ref.ts";

/** A link to a source that opens it beside the text; with a modifier key it is an ordinary link. */
export function SourceLink({
  to,
  ...rest
}: { to: SourceRef } & Omit<ComponentProps<"a">, "href" | "onClick">) {
  const { current, open } = useOpenSource();
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(to, event.currentTarget);
  };
  return (
    <a
      {...rest}
      href={sourceHref(to)}
      aria-current={sameRef(current, to) ? "true" : undefined}
      onClick={onClick}
    />
  );
}
