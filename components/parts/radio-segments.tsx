"use client";
import { type KeyboardEvent, useRef } from "react";

/** One of a few choices, all in view: one stop for Tab, and the arrows choose. */
export function RadioSegments<T extends string>(props: {
  id?: string;
  /** The id of its name. */
  labelledBy: string;
  value: T;
  choices: readonly { value: T; name: string; lang?: string }[];
  onChoose: (value: T) => void;
}) {
  const { choices, value, onChoose } = props;
  const group = useRef<HTMLDivElement>(null);
  const at = choices.findIndex((choice) => choice.value === value);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextChoice(event.key, at, choices.length);
    const choice = choices[next];
    if (choice === undefined) return;
    event.preventDefault();
    group.current?.querySelectorAll("button")[next]?.focus();
    onChoose(choice.value);
  };
  return (
    <div
      id={props.id}
      ref={group}
      role="radiogroup"
      className="segments justify-self-start"
      aria-labelledby={props.labelledBy}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice, i) => (
        // biome-ignore lint/a11y/useSemanticElements: drawn as one bar of buttons, which an input is not.
        <button
          key={choice.value}
          type="button"
          role="radio"
          lang={choice.lang}
          aria-checked={i === at}
          tabIndex={i === Math.max(0, at) ? 0 : -1}
          onClick={() => onChoose(choice.value)}
        >
          {choice.name}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads from one choice of so many, round and round; -1 for a key that leads nowhere. */
export function nextChoice(key: string, at: number, count: number): number {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (Math.max(0, at) + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
