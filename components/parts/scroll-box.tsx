import type { ReactNode } from "react";

/** A piece of text that scrolls within itself: it has a name, and the keyboard reaches it. */
export function ScrollBox(props: { name: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this is text.
    <div
      className={props.className}
      role="group"
      aria-label={props.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      {props.children}
    </div>
  );
}
