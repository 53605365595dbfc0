import { describe, expect, it } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

/**
 * Sentences made of the words of a line but for one small word, or one of opposite sense, that says something else: how
 * strongly, of how many, how often, until when. None of them may be shown.
 */
const supportOf = (source: string, sentence: string) =>
  findSupport(sentence, [{ citation: 1, units: quotableUnits(source, 1), above: "" }]).support;

it("a unit that no line has is refused beside clauses that they bear", () => {
  const line =
    "Start it again with `npm start`; the page tries again every two seconds, or at once with **Try now**.";
  expect(supportOf(line, line.replace("seconds", "minutes"))).toBe("none");
});

describe("a word of opposite sense", () => {
  it.each([
    ["A wider pipe raises the flow of the pump.", "A wider pipe lowers the flow of the pump."],
    ["The ferry accepts bicycles in August.", "The ferry refuses bicycles in August."],
    [
      "Parcels heavier than the limit are returned.",
      "Parcels lighter than the limit are returned.",
    ],
    ["The archive is visible to readers.", "The archive is hidden from readers."],
    ["The lever opens the drain of the boiler.", "The lever closes the drain of the boiler."],
    ["The coating prevents rust on the hinges.", "The coating causes rust on the hinges."],
    ["The tour includes the tower of the castle.", "The tour excludes the tower of the castle."],
    ["The switch turns off the heater of the barn.", "The switch turns on the heater of the barn."],
    [
      "The switch turns off the heater of the barn.",
      "The switch activates the heater of the barn.",
    ],
    ["The replica runs on a local disk.", "The replica runs on a remote disk."],
    ["The garden lacks a pond.", "The garden has a pond."],
    ["The soap is free of perfume.", "The soap contains perfume."],
    ["A field for the phone number is optional.", "A field for the phone number is mandatory."],
    ["Rents rise in spring and fall in autumn.", "Rents fall in spring."],
    ["The pool closes at eight.", "The pool is closed for repairs until further notice."],
    ["打开阀门会提高水压。", "打开阀门会降低水压。"],
    ["该按钮启用夜灯。", "该按钮停用夜灯。"],
    ["涂层防止铁门生锈。", "涂层导致铁门生锈。"],
    ["相册对访客可见。", "相册对访客隐藏。"],
    ["照片存放在本地磁盘。", "照片存放在远程磁盘。"],
    ["泳池晚上八点关门。", "泳池因维修全年关闭。"],
    ["店铺停止出售纸质门票。", "店铺开始出售纸质门票。"],
  ])("is never shown: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).toBe("none");
  });
});

describe("a word that only resembles another", () => {
  it.each([
    ["The lower limit is 4 metres per boat.", "The maximum is 4 metres per boat."],
    [
      "The clerk keeps the last letter and drops the others.",
      "The clerk keeps the last letter and saves the others.",
    ],
    ["The list names shipped parcels.", "The list names installed parcels."],
    ["The clock is reset after a storm.", "The clock is restored after a storm."],
    ["The fee applies per boat.", "The fee applies per family."],
    ["The salve eases itching in horses.", "The salve eases itching in children."],
    ["Guests see only public rooms.", "Guests see all public rooms."],
    ["该药膏缓解马匹瘙痒。", "该药膏缓解儿童瘙痒。"],
  ])("is not taken for it: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).toBe("none");
  });
});

describe("a word that says how strongly, of how many or how often", () => {
  it.each([
    ["Visitors should wear boots in the cave.", "Visitors must wear boots in the cave."],
    ["Visitors must wear helmets in the cave.", "Visitors may wear helmets in the cave."],
    ["We recommend a deposit of ten euros.", "A deposit of ten euros is required."],
    ["Some boats carry a radio on board.", "All boats carry a radio on board."],
    ["Some boats carry a radio on board.", "Every boat carries a radio on board."],
    ["Few guests visit the chapel in winter.", "Guests visit the chapel in winter."],
    ["Several farms sell cheese at the gate.", "Many farms sell cheese at the gate."],
    ["All cabins are heated and most are insulated.", "All cabins are heated and insulated."],
    ["Members can borrow a canoe.", "Only members can borrow a canoe."],
    ["Nobody but the warden can open the shed.", "Nobody can open the shed."],
    ["The bell usually rings before noon.", "The bell always rings before noon."],
    ["The captain claims that the hull is sound.", "The hull is sound."],
    ["The sign wrongly states that the spring is drinkable.", "The spring is drinkable."],
    ["The wall could have been damaged by the flood.", "The wall was damaged by the flood."],
    ["访客应穿靴子进入洞穴。", "访客必须穿靴子进入洞穴。"],
    ["建议缴纳十元押金。", "必须缴纳十元押金。"],
    ["船员必须佩戴头盔。", "船员可以佩戴头盔。"],
    ["部分船只装有电台。", "所有船只装有电台。"],
    ["会员能借用独木舟。", "只有会员能借用独木舟。"],
    ["除看守人外，任何人都不能打开棚屋。", "看守人不能打开棚屋。"],
    ["钟声通常在中午响起。", "钟声总会在中午响起。"],
    ["据说这面墙能挡住洪水。", "这面墙能挡住洪水。"],
  ])("is never changed: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).toBe("none");
  });
});

describe("a word that sets a bound", () => {
  it.each([
    [
      "The old ticket is valid until the next season.",
      "The old ticket is valid from the next season.",
    ],
    ["Seats expire within 20 minutes.", "Seats expire after 20 minutes."],
    ["The gate is checked before departure.", "The gate is checked after departure."],
    ["起航前会检查船票。", "起航后会检查船票。"],
    ["Carts over 3.5 tonnes may not use the ford.", "Carts under 3.5 tonnes may not use the ford."],
    ["管理员可以批准五天以内的休假。", "管理员可以批准五天以上的休假。"],
    ["每个仓库至少配备十二名看守人。", "每个仓库至多配备十二名看守人。"],
    ["The lamp is cleaned every ninety days.", "The lamp is cleaned within ninety days."],
    ["Ring the bell unless `quiet` is set.", "If `quiet` is set, the bell is rung."],
    ["The lamp is cleaned by hand.", "It is false that the lamp is cleaned by hand."],
    ["The red lamp is cleaned every ninety days.", "Both lamps are cleaned every ninety days."],
  ])("is never turned: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).toBe("none");
  });
});

const huts =
  "| Hut | Heated | Locked | Lamp |\n|---|---|---|---|\n| Fern | ✓ | never | on |\n| Moss | | always | off |\n";
const depots =
  "| Depot | Holds | Default of steam |\n|---|---|---|\n| Oak | carts | true |\n| Elm | barges | false |\n";
const depths = "| Min | Max |\n|---|---|\n| 3 | 12 |\n";

describe("what holds at one place or time", () => {
  it.each([
    ["When the river is high, the ferry is cancelled.", "The ferry is cancelled."],
    ["The bell is rung by hand.", "The bell is rung automatically."],
    ["On the island, dogs must be kept on a lead.", "Dogs must be kept on a lead."],
    ["河水上涨时，渡轮停开。", "渡轮停开。"],
    ["The salve eases itching in horses.", "The salve eases itching."],
  ])("is not told without a mark of everywhere and always: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).not.toBe("supported");
  });
});

describe("a cell, or an item under what announces it", () => {
  it.each([
    [huts, "Moss is heated."],
    [huts, "Fern is always locked."],
    [huts, "Fern is locked."],
    [huts, "The lamp of Fern is off."],
    [depths, "The minimum is 12."],
    [depots, "The steam of Elm is on by default."],
    [depots, "Oak has barges."],
    [
      "```sh\nclean --lamp red\nclean --lamp blue --force\n```",
      "Clean the red lamp with `clean --lamp blue --force`.",
    ],
    ["It lacks:\n\n- a jetty\n- a slipway\n", "It has a jetty."],
    [
      "Discontinued lines:\n\n- the coast tram\n- the valley bus\n",
      "The lines are the coast tram and the valley bus.",
    ],
    ["以下线路已取消：\n\n- 海岸电车\n- 山谷巴士\n", "线路有海岸电车和山谷巴士。"],
  ])("is not told otherwise: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).toBe("none");
  });

  it.each([
    [huts, "Fern is heated."],
    [huts, "Moss is always locked."],
    [depths, "The minimum is 3."],
    [
      "Discontinued lines:\n\n- the coast tram\n- the valley bus\n",
      "The discontinued lines are the coast tram and the valley bus.",
    ],
  ])("is told as it stands: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).not.toBe("none");
  });
});

describe("what is said the other way", () => {
  it.each([
    ["You must wear boots in the cave.", "In the cave you have to wear boots."],
    ["Each boat carries a radio on board.", "Every boat carries a radio on board."],
    ["所有船只装有电台。", "全部船只装有电台。"],
  ])("stays: %s %s", (source, sentence) => {
    expect(supportOf(source, sentence)).not.toBe("none");
  });
});
