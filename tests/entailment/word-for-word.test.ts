import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";
import { cite, claimsOf, verified } from "../citations/sample.ts";

/** Sentences made of whole statements of one place are what it says; with a piece of another place they are not. */
const support = (page: string, sentence: string) =>
  findSupport(sentence, [{ citation: 1, units: quotableUnits(page, 1), above: "" }]).support;

const harbour = `## quay.berth

**Type:** \`number\`<br />
**Default:** \`4321\`

Set which berth the ferry should wait at.

## quay.lamp

**Default:** \`dim\`

Set which lamp the ferry should look for.

## Signals

| Signal | Id | Description |
| --- | --- | --- |
| TIDE_PASSED | 4 | The tide turned before the ferry could leave. For some ferries the trip counts all the same. |
| NO_PILOT | 5 | Some pilot was asked for and not found in the harbour. |

Some words are spelled anew to be read over the radio. The old ones still work, with a warning:

- \`mooring\` → \`berth\`
- \`haven\` → \`harbour\``;

const pumps = `水泵在运行时由它回答；没有运行时，管理员先读取表格再回答。

四十八小时之内，编号和内容都相同的第二张单得到第一次的回答；编号相同而内容不同的单会被拒绝。

第一次停泵时，休息 2 分钟。过了这段时间再开，如果又停，休息 4 分钟。依次类推，直到达到 \`most_rest\` 的值。`;

const lock = `Rowers say that the lock opens at six. This is not so. The lock opens at seven. Please note that the keeper is responsible for the lamps he has lit.

Boats longer than ten metres are _not_ let in at night.`;

const calls = `不要在以下情况中呼叫值班员：

- 🔴 不要在夜里呼叫值班员。
- 在节日里呼叫两个人。`;

const code = `Use \`-v\` to see the version and \`../quay\` for the folder above.

If the lock is full, boats wait outside. Ropes hang on both walls.`;

const takenBack = `The lock holds at most 10,000 boats, of which nine are red. The keeper waits 5 (in thousands of) seconds at the gate.

All boats may pass the lock at night (planned).

“闸门六点打开”是一个常见的误解。所有船都可以夜间进港，据说如此。

## No lamp

Light the red lantern and wait for the keeper.`;

const rules = `The \`season\` key in *Port.toml* says which timetable holds. If the key is missing, the port takes the winter one.

The north gate has a red lamp and the south gate a blue lamp. If the lamp is out, a horn is blown.

Once a boat has been let in, the lock works out the closing time for the gate. By default this will be two thirds of the tide.

## Night ferry (Owl)

The ferry leaves at ten, whatever the weather is like.

## Codes

\`port open\` ends with the following codes:

- \`0\` when all boats could leave, whether or not any did.
- \`1\` when a boat was held back by the warden.

Meanwhile \`port open --dry\` ends with the following codes:

- \`0\` when no boat would be held back by the warden.
- \`1\` when some boat would be held back by the warden.`;

describe("a sentence made of whole statements of one place", () => {
  it.each([
    [harbour, "`TIDE_PASSED`: The tide turned before the ferry could leave."],
    [pumps, "水泵在运行时由它回答；没有运行时，管理员先读取表格再回答。"],
    [pumps, "四十八小时之内，编号和内容都相同的第二张单会得到第一次的回答。"],
    [pumps, "第一次停泵时，休息 2 分钟，依次类推，直到达到 `most_rest` 的值。"],
    [lock, "However, the keeper is responsible for the lamps he has lit."],
    [lock, "Boats longer than ten metres are not let in at night."],
    [calls, "🔴 不要在夜里呼叫值班员。"],
    [rules, "The night ferry (Owl) leaves at ten, whatever the weather is like."],
    [rules, "`port open` ends with `0` when all boats could leave, whether or not any did."],
  ])("is shown (%#)", (page, sentence) => {
    expect(support(page, sentence)).not.toBe("none");
  });

  it.each([
    [harbour, "`NO_PILOT`: The tide turned before the ferry could leave."],
    [harbour, "`TIDE_PASSED`: Some pilot was asked for and not found in the harbour."],
    [harbour, "`quay.lamp`: set which berth the ferry should wait at, default: `4321`."],
    [harbour, "`quay.berth`: set which berth the ferry should wait at, default: `dim`."],
    [harbour, "Some words are spelled anew: `mooring` → `harbour`."],
    [pumps, "水泵没有运行时由它回答；在运行时，管理员先读取表格再回答。"],
    [pumps, "第一次停泵时，休息 4 分钟，依次类推，直到达到 `most_rest` 的值。"],
    [lock, "This is not so: the lock opens at seven."],
    [lock, "Rowers say that the lock opens at six, so the lock opens at seven."],
    [lock, "Boats longer than ten metres are let in at night."],
    [calls, "在节日里呼叫两个人。"],
    [code, "Use `-V` to see the version and `../quay` for the folder above."],
    [code, "Use `-v` to see the version and `./quay` for the folder above."],
    [code, "If the lock is full, ropes hang on both walls."],
    [takenBack, "The lock holds at most 10."],
    [takenBack, "The keeper waits 5 seconds at the gate."],
    [takenBack, "All boats may pass the lock at night."],
    [takenBack, "闸门六点打开。"],
    [takenBack, "所有船都可以夜间进港。"],
    [takenBack, "No lamp: wait for the keeper."],
    [rules, "If *Port.toml* is missing, the port takes the winter one."],
    [rules, "If the lamp is out, a red horn is blown."],
    [rules, "By default the gate will be two thirds of the tide."],
    [rules, "By default a boat will be two thirds of the tide."],
    [rules, "`port open --dry` ends with `0` when all boats could leave, whether or not any did."],
    [rules, "`port open` ends with `0` when no boat would be held back by the warden."],
  ])("is withheld with a piece of another (%#)", (page, sentence) => {
    expect(support(page, sentence)).toBe("none");
  });
});

it("words of the lines that are said again and again bear out nothing else", () => {
  const page = "Press the key. The lamp is red.";
  const sentence = `${Array(6).fill("press the key").join(" and ")} and sell the harbour.`;
  expect(support(page, sentence)).not.toBe("supported");
});

it("lines that repeat one another are not tried in every choice of them", () => {
  const page = Array(60).fill("Press the key.").join(" ");
  const sentence = `${Array(12).fill("Press the key").join(", ")}, then sell the whole harbour to a rich mayor of another town who pays in gold.`;
  expect(support(page, sentence)).toBe("none");
});

it("a copied line is in its own language, whatever name stands before it", () => {
  const page = "删去所有 harbour master notes。";
  const citations = [{ ...cite(1, page), breadcrumb: ["可选值", "none"] }];
  const claims = claimsOf(1, "none: 删去所有 harbour master notes。").map((one) => ({
    ...one,
    spans: [],
  }));
  const verifications = new Map([[1, verified(page)]]);
  const { passed } = judgeClaims({ claims, citations, verifications, policy: "require_citations" });
  expect(passed).toHaveLength(1);
});
