import type { ReactNode, Ref } from "react";

/** A pane that scrolls. It has a name and takes the focus, so that it scrolls by keyboard as well. */
export function Scroller(props: { name: string; ref?: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <section
      className="scroll"
      aria-label={props.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      {...(props.ref === undefined ? {} : { ref: props.ref })}
    >
      {props.children}
    </section>
  );
}
