import { describe, expect, it } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const supportOf = (source: string, text: string) =>
  findSupport(text, [{ citation: 1, units: quotableUnits(source, 1), above: "" }]).support;

describe("what a sentence may do with one of several clauses", () => {
  it.each([
    ["The free plan has 5 users and the team plan has 50 users.", "The free plan has 50 users."],
    ["免费版支持 5 个用户，团队版支持 50 个用户。", "免费版支持 50 个用户。"],
    ["默认端口是 8080，管理端口是 9090。", "默认端口是 9090。"],
    ["The port is 8080 for http and 8443 for https.", "The port is 8443 for http."],
    ["Alice approved the budget after Bob rejected it.", "Alice rejected the budget."],
    ["Avoid storing tokens in the file.", "Store tokens in the file."],
    ["避免以 root 运行服务。", "以 root 运行服务。"],
    ["Keep it below 5 degrees.", "Keep it above 5 degrees."],
    ["Use https instead of http for the address.", "Use http instead of https for the address."],
    ["Use https instead of http for the address.", "Use http for the address."],
    ["Some requests are cached.", "All requests are cached."],
    ["Most requests are cached.", "All requests are cached."],
    ["The server fails to start.", "The server starts."],
    ["Results are rarely cached.", "Results are cached."],
    ["It is a common myth that bats are blind.", "Bats are blind."],
    [
      "Logs are deleted after 7 days and reports are deleted after 60 days.",
      "Reports are deleted after 7 days.",
    ],
    ["Maria wrote the parser while Jonas wrote the tests.", "Jonas wrote the parser."],
    ["读请求由副本处理，写请求由主库处理。", "写请求由副本处理。"],
    ["The cook slices the bread; the waiter pours the wine.", "The cook pours the wine."],
    ["The cook slices the bread; the waiter pours the wine.", "The cook slices the wine."],
    ["The cook slices the bread before the waiter pours the wine.", "The cook pours the wine."],
    [
      "Letters from Rome are burned; letters from Vienna are copied.",
      "Letters from Rome are copied.",
    ],
    ["The lease runs five years and the warranty runs a decade.", "The lease runs a decade."],
    ["The red boat leaks and the blue boat floats.", "The red boat floats."],
    [
      "Emptying the basket deletes its drafts but preserves its notes.",
      "Emptying the basket deletes its notes.",
    ],
    [
      "Emptying the basket deletes its drafts but preserves its notes.",
      "Emptying the basket preserves its drafts.",
    ],
    ["The release introduces folders and drops tags.", "The release introduces tags."],
    ["The release introduces folders and drops tags.", "The release drops folders."],
    ["Turn the upper knob to heat and the lower knob to cool.", "Turn the lower knob to heat."],
    ["The upper knob lights the lamp and the lower knob dims it.", "The upper knob dims the lamp."],
    ["Sheep graze in spring and rest in autumn.", "Sheep rest in spring and graze in autumn."],
    [
      "Opening the valve raises pressure and lowers noise.",
      "Opening the valve raises noise and lowers pressure.",
    ],
    ["The survey covers Malta, but Cyprus is described in a note.", "The survey covers Cyprus."],
    [
      "Vera sketched the plan while Otto carved the stone and polished it.",
      "Vera sketched the plan and polished the stone.",
    ],
    ["Boats are kept for 20 days, carts for 70 days.", "Boats and carts are kept for 70 days."],
    ["Wardens see all huts; hikers see their own huts.", "Hikers and wardens see all huts."],
    ["Empty the tank, but keep the filter.", "Empty the tank and the filter."],
    ["Team 2 closed the gap that team 1 opened.", "Team 1 closed the gap."],
    [
      "The bell rings when a boat leaves the quay and stops when it leaves the bay.",
      "The bell stops when a boat leaves the quay.",
    ],
    [
      "If the pass is expired, the guest is sent home; otherwise he is seated.",
      "If the pass is expired, the guest is seated.",
    ],
    ["Unlike the old mill, the new mill grinds rye.", "The old mill grinds rye."],
    ["甲队守门，乙队进攻。", "甲队进攻。"],
    ["甲队守门，乙队进攻。", "乙队守门。"],
    ["厨师切面包，服务员倒酒。", "厨师倒酒。"],
    ["清空篮子会删除草稿，但保留笔记。", "清空篮子会删除笔记。"],
    ["羊在春天吃草，在秋天休息。", "羊在秋天吃草。"],
  ])("it may not change what they say: %s %s", (source, text) => {
    expect(supportOf(source, text)).toBe("none");
  });

  it.each([
    ["Only administrators can delete files.", "Administrators can delete files."],
    ["The server restarts if the disk is full.", "The server restarts."],
    ["只有管理员可以删除文件。", "管理员可以删除文件。"],
    ["The index is rebuilt when the schema changes.", "The index is rebuilt."],
    ["On the tablet, the editor must be started twice.", "The editor must be started twice."],
    ["在平板上，编辑器要启动两次。", "编辑器要启动两次。"],
  ])("without their condition it is in doubt: %s %s", (source, text) => {
    expect(supportOf(source, text)).toBe("doubt");
  });

  it.each([
    ["The free plan has 5 users and the team plan has 50 users.", "The free plan has 5 users."],
    ["The free plan has 5 users and the team plan has 50 users.", "The team plan has 50 users."],
    ["免费版支持 5 个用户，团队版支持 50 个用户。", "团队版支持 50 个用户。"],
    ["默认端口是 8080，管理端口是 9090。", "管理端口是 9090。"],
    ["The port is 8080 for http and 8443 for https.", "The port is 8443 for https."],
    ["Larder keeps 14 daily copies and 8 weekly ones.", "Larder keeps 8 weekly copies."],
    ["Alice approved the budget after Bob rejected it.", "Bob rejected the budget."],
    ["Alice approved the budget after Bob rejected it.", "Alice approved the budget."],
    ["Use https instead of http for the address.", "Use https for the address."],
    ["海湾灯塔建于1874年，高38米，由林秋生设计。", "海湾灯塔由林秋生设计。"],
    ["海湾灯塔建于1874年，高38米，由林秋生设计。", "林秋生设计了海湾灯塔。"],
    ["海湾灯塔建于1874年，高38米，由林秋生设计。", "海湾灯塔高38米。"],
    [
      "The server listens on port 80 and keeps 5 logs of each day in the state folder.",
      "The server keeps 5 logs of each day.",
    ],
    [
      "The archive in Porto holds 340 letters and currently employs 5 people.",
      "The archive employs 5 people.",
    ],
    ["Press Save, then close the window.", "Press Save and close the window."],
    [
      "Ana Figueira and Paul Brandt founded the quartet in 1958.",
      "In 1958 Ana Figueira and Paul Brandt founded the quartet.",
    ],
    [
      "When the disk is full, the server restarts within 5 seconds.",
      "The server restarts within 5 seconds when the disk is full.",
    ],
    ["Brandt left in 1971 and was replaced by Ruth Okafor.", "Ruth Okafor replaced Brandt."],
    ["Brandt left in 1971 and was replaced by Ruth Okafor.", "Brandt was replaced by Ruth Okafor."],
    ["Avoid storing tokens in the file.", "Do not store tokens in the file."],
    ["The cook slices the bread; the waiter pours the wine.", "The waiter pours the wine."],
    [
      "Emptying the basket deletes its drafts but preserves its notes.",
      "Emptying the basket preserves its notes.",
    ],
    ["The release introduces folders and drops tags.", "The release drops tags."],
    ["Turn the upper knob to heat and the lower knob to cool.", "Turn the lower knob to cool."],
    ["Sheep graze in spring and rest in autumn.", "Sheep rest in autumn."],
    [
      "Opening the valve raises pressure and lowers noise.",
      "Opening the valve lowers noise and raises pressure.",
    ],
    ["清空篮子会删除草稿，但保留笔记。", "清空篮子会保留笔记。"],
    ["厨师切面包，服务员倒酒。", "服务员倒酒。"],
    [
      "To order soup, open **Menu**, type its name under **Dish** and choose **Order**.",
      "You can order soup in **Menu** by typing its name under **Dish** and then choosing **Order**.",
    ],
    [
      "A hut whose roof or door you paint in spring is closed, and one that was not used for 30 days too.",
      "A hut that was not used for 30 days is closed.",
    ],
  ])("it may tell one as it stands: %s %s", (source, text) => {
    expect(supportOf(source, text)).toBe("supported");
  });
});

describe("two lines that are both true", () => {
  const lines = "The lamp hangs in the hall. The door of the hall is locked at night.";

  it("are no ground for each other", () => {
    expect(
      supportOf(
        lines,
        "The door of the hall is locked at night because the lamp hangs in the hall.",
      ),
    ).toBe("none");
  });

  it("may be told in one sentence, which is in doubt", () => {
    expect(
      supportOf(lines, "The lamp hangs in the hall, and the door of the hall is locked at night."),
    ).toBe("doubt");
  });

  it.each([
    [
      "A boat may carry up to 8 crates. The setting `crates` changes the limit.",
      "A boat carries up to 8 crates, and you can change the limit with `crates`.",
    ],
    [
      "Start the pump with `pump on`. It needs no key.",
      "Start the pump with `pump on`; no key is needed.",
    ],
    ["连接水泵要先运行 `pump on`。它不需要钥匙。", "连接水泵时，先运行 `pump on`，无需钥匙。"],
  ])("may be told in one sentence where the second speaks of the first: %s", (source, text) => {
    expect(supportOf(source, text)).not.toBe("none");
  });

  it("keep their order", () => {
    const steps = "1. Stop the pump.\n2. Copy the table.\n3. Start the pump.";
    expect(supportOf(steps, "Start the pump, then copy the table.")).toBe("none");
  });

  it.each([
    "The morning ferry leaves at six and carries ninety cars.",
    "The morning ferry leaves at six, which carries ninety cars.",
    "The morning ferry leaves at six; ninety cars are carried.",
    "The morning ferry leaves at six, and it carries ninety cars.",
    "早班渡轮六点出发，运载九十辆车。",
  ])("do not lend what one is about to the other: %s", (text) => {
    const ferries =
      "The morning ferry leaves at six and carries forty cars. The evening ferry leaves at nine and carries ninety cars.";
    const zh = "早班渡轮六点出发，运载四十辆车。晚班渡轮九点出发，运载九十辆车。";
    expect(supportOf(`${ferries}\n\n${zh}`, text)).toBe("none");
  });
});
