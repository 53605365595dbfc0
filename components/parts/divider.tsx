"use client";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

/**
 * The line between a pane of a chosen width and the rest of the page, by pointer or by keyboard: arrows move it by a little,
 * Home and End make the pane as narrow and as wide as the style sheet lets it be. It sets the pane's width itself, so that
 * nothing is drawn anew while it moves; `onMoved` hears of each width that a person chose.
 */
export function Divider(props: {
  id: string;
  className: string;
  name: string;
  /** The pane whose width it is, by its element and its id, and on which side of the line that stands. */
  pane: RefObject<HTMLElement | null>;
  controls: string;
  side: "left" | "right";
  onMoved: (pixels: number) => void;
}) {
  const { pane, side, onMoved } = props;
  const [now, setNow] = useState({ width: 0, least: 0, most: 0 });
  const from = useRef<{ x: number; width: number }>(undefined);
  const outwards = side === "left" ? 1 : -1;
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setNow(measure(element)));
    watch.observe(element);
    if (element.parentElement !== null) watch.observe(element.parentElement);
    return () => watch.disconnect();
  }, [pane]);

  function widen(to: number): void {
    const element = pane.current;
    if (element === null) return;
    const { least, most } = measure(element);
    const width = Math.round(Math.min(most, Math.max(least, to)));
    element.style.width = `${width}px`;
    onMoved(width);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const element = pane.current;
    if (element === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { width, least, most } = measure(element);
    const to = {
      ArrowLeft: width - step * outwards,
      ArrowRight: width + step * outwards,
      Home: least,
      End: most,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    widen(to);
  }
  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || pane.current === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: pane.current.offsetWidth };
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs takes no focus and has no value.
    <div
      id={props.id}
      className={`resize ${props.className}`}
      role="separator"
      tabIndex={0}
      aria-label={props.name}
      aria-controls={props.controls}
      aria-orientation="vertical"
      aria-valuenow={now.width}
      aria-valuemin={now.least}
      aria-valuemax={now.most}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        if (from.current !== undefined)
          widen(from.current.width + (clientX - from.current.x) * outwards);
      }}
      onLostPointerCapture={() => {
        from.current = undefined;
      }}
    />
  );
}

/** Pixels for a press of an arrow key. */
const step = 16;

/** The pane's width and its limits; the widest leaves its neighbour the least that that one takes. */
function measure(pane: HTMLElement): { width: number; least: number; most: number } {
  const room = pane.parentElement?.clientWidth ?? pane.offsetWidth;
  const pixels = (value: string, none: number) => {
    const number = Number.parseFloat(value);
    if (Number.isNaN(number)) return none;
    return Math.floor(value.endsWith("%") ? (number / 100) * room : number);
  };
  const own = getComputedStyle(pane);
  const taken = [...(pane.parentElement?.children ?? [])]
    .filter((other) => other !== pane)
    .reduce((sum, other) => sum + pixels(getComputedStyle(other).minWidth, 0), 0);
  const least = pixels(own.minWidth, 0);
  const most = Math.max(least, Math.min(pixels(own.maxWidth, room), room - taken));
  return { width: pane.offsetWidth, least, most };
}
