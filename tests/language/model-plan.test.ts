import { expect, it } from "vitest";
import { asksToKnow } from "#lib/language/asks-to-know";
import { mayNeedPlan, saysTheSame } from "#lib/language/model-plan";

it.each([
  "I moved the old archive by hand, now there is only a tool. How do I take it along?",
  "My lamp blinks twice, then pauses, and ignores the switch",
  "我的灯是 2.0 版，想让它变暗，怎么弄",
])("one plain question needs no plan of a model: %s", (question) => {
  expect(mayNeedPlan(question, true)).toBe(false);
});

it.each([
  "Can the lamp and the relay pair, and where do I see its version?",
  "What is a relay? How do I turn it off?",
  "What is the budget of the garden and the kitchen?",
  "花园和厨房的预算是多少？",
  "三种灯有什么区别，客厅用哪个",
])("a question of several asks or things may need one: %s", (question) => {
  expect(mayNeedPlan(question, true)).toBe(true);
});

it("one that may lean on what came before needs one", () => {
  expect(mayNeedPlan("And on Windows?", false)).toBe(true);
});

it.each([
  ["Which port does the lamp use?", true],
  ["灯默认用哪个端口？", true],
  ["Write the port into notes.txt.", false],
  ["帮我写一个文件", false],
])("a question wants to know something, or something done: %s", (question, known) => {
  expect(asksToKnow(question)).toBe(known);
});

it("a completed question says the same without the courtesies of the one that was asked", () => {
  const before = ["What are lamps and relays of the Larder?"];
  const asked = "ok, can I edit those that come with it?";
  expect(saysTheSame(["Can I edit the lamps that come with Larder?"], asked, before)).toBe(true);
  expect(saysTheSame(["Can I delete the lamps that come with Larder?"], asked, before)).toBe(false);
  expect(saysTheSame(["请问厨房的预算可以修改吗？"], "好的，厨房的预算可以修改吗？", [])).toBe(
    true,
  );
});
