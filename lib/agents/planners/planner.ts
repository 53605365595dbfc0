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
  /**
   * What is compared, when the parts are only a way round: the question itself is asked beside them, and where what it
   * finds speaks of both, they are left out.
   */
  compared?: readonly [string, string];
};
