import { describe, expect, it } from "vitest";
import { onlyAnnounces } from "#lib/entailment/leans-back";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const supportOf = (source: string, text: string) =>
  findSupport(text, [{ citation: 1, units: quotableUnits(source, 1), above: "" }]).support;

describe("an item under a lead that denies", () => {
  it.each([
    ["Never:\n\n- Store the token in the file.", "Store the token in the file."],
    ["Do not:\n\n- run the server as root\n- share the token", "Run the server as root."],
    ["**Avoid the following:**\n\n1. Edit the index by hand.", "Edit the index by hand."],
    [
      "The importer cannot:\n\n- read encrypted archives",
      "The importer can read encrypted archives.",
    ],
    [
      "The importer does not:\n- read archives\n  - nor the folders in them",
      "The importer does read archives.",
    ],
    ["以下情况不支持：\n\n- 读取加密的压缩包", "读取加密的压缩包。"],
    ["以下情况不支持：\n\n- 读取加密的压缩包", "支持读取加密的压缩包。"],
    ["请勿：\n\n1. 以 root 运行服务", "以 root 运行服务。"],
    [
      "## Unsupported\n\n- Encrypted archives in the inbox",
      "Encrypted archives in the inbox are supported.",
    ],
    [
      "## Limitations\n\n- Encrypted archives in the inbox",
      "Encrypted archives in the inbox are supported.",
    ],
    [
      "## What the importer does not do\n\n- Read encrypted archives.",
      "The importer does read encrypted archives.",
    ],
    ["## 不支持的格式\n\n- 加密的压缩包", "支持加密的压缩包。"],
    [
      "| Archive | Unsupported on |\n| --- | --- |\n| `zip` | Windows |",
      "The `zip` archive is supported on Windows.",
    ],
    [
      "The importer does not:\n\n- read:\n  - encrypted archives of the inbox",
      "Read encrypted archives of the inbox.",
    ],
  ])("never bears the claim without the denial: %s | %s", (source, text) => {
    expect(supportOf(source, text)).toBe("none");
  });

  it.each([
    ["Do not:\n\n- run the server as root\n- share the token", "Do not run the server as root."],
    [
      "The importer cannot:\n\n- read encrypted archives",
      "The importer cannot read encrypted archives.",
    ],
    ["以下情况不支持：\n\n- 读取加密的压缩包", "不支持读取加密的压缩包。"],
    [
      "## Unsupported\n\n- Encrypted archives in the inbox",
      "Encrypted archives in the inbox are not supported.",
    ],
    [
      "If the server does not start:\n\n- Free the port of the server.",
      "Free the port of the server.",
    ],
    ["服务器没有启动时，请这样做：\n\n- 释放服务器的端口", "释放服务器的端口。"],
    [
      "## The server does not start\n\n- Free the port of the server.",
      "Free the port of the server.",
    ],
    ["## Limitations\n\n- A file may have 8 MiB.", "A file may have 8 MiB."],
    [
      "## Limitations\n\n- It cannot read encrypted archives.",
      "It cannot read encrypted archives.",
    ],
  ])(
    "bears what is said with it, and a lead that denies nothing changes nothing: %s | %s",
    (source, text) => {
      expect(supportOf(source, text)).not.toBe("none");
    },
  );

  it("is in doubt where the claim leaves out the condition of the lead", () => {
    const source = "Only on Windows:\n\n- The tray shows the state of the server.";
    expect(supportOf(source, "The tray shows the state of the server.")).toBe("doubt");
  });
});

describe("a line that announces", () => {
  it.each([
    ["To start the relay, follow these steps:", "Start the relay: press the button."],
    ["启动中继的步骤如下：", "启动中继：按下按钮。"],
    ["可以这样处理：", "启动中继：按下按钮。"],
    ["它大致这样工作：", "启动中继：按下按钮。"],
    ["For the relay to start, these conditions apply:", "Start the relay: press the button."],
    ["It works like this:", "Start the relay: press the button."],
    ["They differ in three points:", "Start the relay: press the button."],
    ["There are three ways:", "Start the relay: press the button."],
    ["主要区别有两点：", "启动中继：按下按钮。"],
    ["用起来大致是三步：", "启动中继：按下按钮。"],
  ])("is shown over what it announces: %s", (text, lines) => {
    expect(onlyAnnounces(text, lines)).toBe(true);
  });
  it.each([
    ["Press the left button as follows:", "Press the right button until the light is on."],
    ["设置最小值，步骤如下：", "设置最大值：打开设置。"],
    ["要启用缓存，请按以下步骤操作：", "禁用缓存：打开设置。"],
    ["Only admins do this:", "Admins do this: press the button."],
    ["With 5 relays, do this:", "With 3 relays, do this: press the button."],
    ["For the mast to stand, these conditions apply:", "Start the relay: press the button."],
    ["Do not do this:", "Do this: press the button."],
    ["There are three safe ways:", "Start the relay: press the button."],
    ["Three relays have two ways:", "Start the relay: press the button."],
    ["两种安全的方法：", "启动中继：按下按钮。"],
    ["There are three ways to reset it:", "It cannot be reset."],
    ["The relay has five parts:", "The relay has three parts: a coil, a lamp and a switch."],
    ["Push to the `main` branch:", "Push to the `release` branch."],
    ["Rules are read downwards:", "Rules are read upwards: the last rule wins."],
    ["Restart the main server:", "Restart the standby server."],
    ["密码重置有三种方法：", "密码无法重置。"],
    ["一般支持：", "不支持。"],
  ])("is not, where it says something of its own: %s", (text, lines) => {
    expect(onlyAnnounces(text, lines)).toBe(false);
  });
});
