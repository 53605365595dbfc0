import { describe, expect, it } from "vitest";
import { aroundCarrier, carriersIn } from "#lib/entailment/carriers";
import { checks } from "#lib/entailment/checks";
import { bounds } from "#lib/entailment/checks/bounds";
import { cells } from "#lib/entailment/checks/cells";
import type { Check } from "#lib/entailment/checks/check";
import { clauses } from "#lib/entailment/checks/clauses";
import { condition } from "#lib/entailment/checks/condition";
import { denial } from "#lib/entailment/checks/denial";
import { exchanges } from "#lib/entailment/checks/exchanges";
import { factsStand } from "#lib/entailment/checks/facts-stand";
import { force } from "#lib/entailment/checks/force";
import { opposites } from "#lib/entailment/checks/opposites";
import { order } from "#lib/entailment/checks/order";
import { roles } from "#lib/entailment/checks/roles";
import { factsOf } from "#lib/entailment/facts/facts";
import { quotableUnits } from "#lib/markdown/units";

/** Of each check: a line, what it lets pass, and what it refuses or doubts by itself. */
type Set = { fair: [line: string, sentence: string][]; wrong: [line: string, sentence: string][] };
const sets = new Map<Check, Set>([
  [
    denial,
    {
      fair: [
        ["The ferry never runs at night.", "The ferry does not run at night."],
        ["渡轮夜间不开。", "渡轮夜间不会开。"],
      ],
      wrong: [
        ["The ferry never runs at night.", "The ferry runs at night."],
        ["Never:\n\n- run the ferry at night", "Run the ferry at night."],
        ["渡轮夜间不开。", "渡轮夜间会开。"],
        [
          "The tool asks first rather than deleting the file.",
          "The tool asks first and deletes the file.",
        ],
      ],
    },
  ],
  [
    opposites,
    {
      fair: [["The valve opens and closes the drain.", "The valve closes the drain."]],
      wrong: [
        ["The valve opens the drain.", "The valve closes the drain."],
        ["阀门会提高水压。", "阀门会降低水压。"],
      ],
    },
  ],
  [
    cells,
    {
      fair: [["| Hut | Lamp |\n|---|---|\n| Fern | on |", "The lamp of Fern is on."]],
      wrong: [["| Hut | Lamp |\n|---|---|\n| Fern | on |", "The lamp of Fern is off."]],
    },
  ],
  [
    force,
    {
      fair: [["You must wear boots.", "You have to wear boots."]],
      wrong: [
        ["You should wear boots.", "You must wear boots."],
        ["The job fails unless a token is set.", "The job fails if a token is set."],
        ["之前的对话仍留在列表里。", "之后的对话仍留在列表里。"],
        [
          "A part is completed from the one before it.",
          "A part is completed from the one after it.",
        ],
        ["The job takes half a day.", "The job takes a day."],
        ["Some boats carry a radio.", "All boats carry a radio."],
        ["钟声通常在中午响起。", "钟声总会在中午响起。"],
      ],
    },
  ],
  [
    roles,
    {
      fair: [["The keeper calls the pilot.", "The pilot is called by the keeper."]],
      wrong: [
        ["The keeper calls the pilot.", "The pilot calls the keeper."],
        ["站长呼叫领航员。", "领航员呼叫站长。"],
      ],
    },
  ],
  [
    order,
    {
      fair: [["First stop the pump, then open the gate.", "Stop the pump, then open the gate."]],
      wrong: [
        ["First stop the pump, then open the gate.", "First open the gate, then stop the pump."],
        [
          "The wait is 30 seconds by default and can be raised to 120 seconds.",
          "The wait can be raised to 30 seconds.",
        ],
      ],
    },
  ],
  [
    factsStand,
    {
      fair: [
        ["The lock of Marsh opens within 30 seconds.", "Within 30 s the lock of Marsh opens."],
      ],
      wrong: [
        ["The lock opens within 30 seconds.", "The lock opens within 31 seconds."],
        ["The lock opens within 30 seconds.", "The lock opens within 30 minutes."],
        ["Start it with `lock --calm`.", "Start it with `lock --calf`."],
        ["The lock was opened by Marsh.", "The lock was opened by Novak."],
      ],
    },
  ],
  [
    bounds,
    {
      fair: [["Carts over 3 tonnes wait.", "Carts of more than 3 tonnes wait."]],
      wrong: [
        ["Carts over 3 tonnes wait.", "Carts under 3 tonnes wait."],
        ["至少配备十二名看守人。", "至多配备十二名看守人。"],
      ],
    },
  ],
  [
    clauses,
    {
      fair: [
        ["The cook slices the bread; the waiter pours the wine.", "The waiter pours the wine."],
      ],
      wrong: [
        ["The cook slices the bread; the waiter pours the wine.", "The cook pours the wine."],
      ],
    },
  ],
  [
    exchanges,
    {
      fair: [["The salve eases itching in horses.", "In horses the salve eases itching."]],
      wrong: [["The salve eases itching in horses.", "The salve eases itching in children."]],
    },
  ],
  [
    condition,
    {
      fair: [
        ["When the river is high, the ferry waits.", "The ferry waits when the river is high."],
      ],
      wrong: [
        ["When the river is high, the ferry waits.", "The ferry waits."],
        ["The salve eases itching in horses.", "The salve eases itching."],
        ["If the backup fails, delete the backup.", "Delete the backup."],
        [
          "Only the owner can read the file when it is locked.",
          "Only the owner can read the file.",
        ],
        [
          "To look in only one of your rooms, shut the others.",
          "To look in one of your rooms, shut the others.",
        ],
      ],
    },
  ],
]);

function judge(check: Check, page: string, text: string) {
  const evidence = { citation: 1, units: quotableUnits(page, 1), above: "" };
  const carrier = carriersIn(evidence.units).at(-1);
  if (carrier === undefined) throw new Error("the page has no line");
  const around = aroundCarrier(carrier, evidence);
  const held = { text, sentence: text, clause: false, facts: factsOf(text), carrier, around };
  return check.judge({ ...held, elsewhere: page });
}

it("every check of the list has a set, and a point of its own", () => {
  expect([...sets.keys()]).toEqual(checks);
  expect(new Set(checks.map(({ point }) => point)).size).toBe(checks.length);
});

describe.each([...sets].map(([check, set]) => ({ check, set, point: check.point })))(
  "$point",
  ({ check, set }) => {
    it.each(set.fair)("is not said of %j %j", (line, sentence) => {
      expect(judge(check, line, sentence)).toBe("pass");
    });

    it.each(set.wrong)("is said of %j %j", (line, sentence) => {
      expect(judge(check, line, sentence)).not.toBe("pass");
    });
  },
);
