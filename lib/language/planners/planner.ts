/**
 * A way to see that one question asks several things. `undefined`: this planner sees one question, the next one is asked.
 * Parts come in the order they were asked in, each understandable alone. A planner reads words only: it calls no tool.
 */
export type Planner = {
  readonly name: string;
  plan(question: string): Plan | undefined;
};

export type Plan = {
  parts: string[];
  /** Parts that leaned on what was asked before them, by their words. */
  leans?: Leans;
  /** All of it is asked of each of several things, which have each a place of their own. */
  apart?: true;
  /**
   * What is compared, when the parts are only a way round: the question itself is asked beside them, and where what it
   * finds speaks of both, they are left out.
   */
  compared?: readonly [string, string];
};

/** For a part, what was put into it so that it can be understood alone: its answer has to speak of that. */
type Leans = ReadonlyMap<string, string>;
