"use client";
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

/**
 * A part of the page whose code is fetched when it is first wanted, and drawn from then on like any other. `want` fetches
 * ahead: whoever is about to need the part has it in place by then. Until it is here, and as long as it is `held`,
 * `standIn` is drawn in its place, or nothing; where it cannot be had, the server being gone, it is asked for again until it can.
 */
export type LaterPart<P> = ((props: P) => ReactNode) & { want: () => Promise<void> };

type Fetched<P> = {
  here?: ComponentType<P>;
  standIn: ComponentType<P> | undefined;
  held: ((props: P) => boolean) | undefined;
  want: () => Promise<void>;
};

const againAfterMs = 1000;

export function later<P extends object>(
  fetchPart: () => Promise<ComponentType<P>>,
  standIn?: ComponentType<P>,
  held?: (props: P) => boolean,
): LaterPart<P> {
  let coming: Promise<void> | undefined;
  const fetched: Fetched<P> = {
    ...{ standIn, held },
    want() {
      coming ??= fetchPart().then(
        (part) => {
          fetched.here = part;
        },
        () => {
          coming = undefined;
        },
      );
      return coming;
    },
  };
  return Object.assign((props: P) => useDrawn(fetched, props), { want: fetched.want });
}

function useDrawn<P extends object>(fetched: Fetched<P>, props: P): ReactNode {
  const [, draw] = useState(fetched.here !== undefined);
  useEffect(() => {
    if (fetched.here !== undefined) {
      draw(true); // it may have come after it was found missing
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      await fetched.want();
      if (gone) return;
      if (fetched.here === undefined) timer = setTimeout(() => void ask(), againAfterMs);
      else draw(true);
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [fetched]);
  const isHeld = fetched.standIn !== undefined && fetched.held?.(props) === true;
  const drawn = isHeld ? fetched.standIn : (fetched.here ?? fetched.standIn);
  return drawn === undefined ? null : createElement(drawn, props);
}
