import { describe, expect, it } from "vitest";
import { contradictionOf } from "#lib/entailment/contradiction";
import { against, againstUnseen, beside, besideUnseen } from "./contradiction-pairs.ts";

describe("two sentences that answer the same question", () => {
  it.each([
    ["The Aurora server listens on port 3000.", "The Aurora server listens on port 8080."],
    ["Aurora listens on port 9090 by default.", "By default the Aurora server uses port 7070."],
    ["Backups are kept for 30 days.", "Backups are kept for 90 days."],
    ["A request times out after 30 seconds.", "A request times out after 5 minutes."],
    ["备份保留 30 天。", "备份保留 90 天。"],
    ["服务默认监听端口 3000。", "服务默认监听端口 8080。"],
    ["The project was started by Alice.", "The project was started by Robert."],
    ["Set the mode to `strict` before a release.", "Set the mode to `lenient` before a release."],
  ])("say otherwise with another value: %s / %s", (one, other) => {
    expect(contradictionOf(one, other)).toMatchObject({ kind: "value" });
    expect(contradictionOf(other, one)).toMatchObject({ kind: "value" });
  });

  it.each([
    [
      "Access tokens expire after a restart.",
      "Access tokens do not expire after a restart.",
      "denial",
    ],
    [
      "Compression is enabled in the default build.",
      "Compression is disabled in the default build.",
      "opposite",
    ],
    ["默认情况下启用压缩功能。", "默认情况下禁用压缩功能。", "denial"],
  ])("say otherwise with a denial or an opposite: %s / %s", (one, other, kind) => {
    expect(contradictionOf(one, other)).toMatchObject({ kind });
  });

  it.each([
    [
      "The Aurora server listens on port 3000.",
      "The Aurora server listens on port 3000 by default.",
    ],
    ["A request times out after 30 seconds.", "A request times out after half a minute."],
    ["A request times out after 60 seconds.", "A request times out after 1 minute."],
    ["On Linux the file is `/etc/aurora`.", "On Windows the file is `C:\\Aurora`."],
    ["Version 2 keeps backups for 30 days.", "Version 3 keeps backups for 90 days."],
    ["Backups are kept for 30 days.", "Logs of the proxy are rotated after 90 days."],
    ["Backups are kept for 30 days.", "Backups are kept for a long time."],
    ["Module 305 of Aurora starts late.", "Module 306 of Aurora starts late."],
    ["The server needs 512 MB.", "The server listens on port 3000."],
    ["Tokens expire.", "Cats do not swim."],
    ["The free plan allows 5 users.", "The team plan allows 50 users."],
    ["The client waits at most 30 seconds.", "The server waits at most 60 seconds."],
    [
      "The primary database listens on port 5432 by default.",
      "The replica database listens on port 5433 by default.",
    ],
    [
      "The minimum password length is 8 characters.",
      "The maximum password length is 64 characters.",
    ],
    ["In 2021 the limit was raised.", "In 2023 the limit was raised."],
    ["The package costs 10 EUR per month.", "The package costs 120 EUR per year."],
    [
      "The default timeout of the client is 30 seconds.",
      "The default timeout of the server is 60 seconds.",
    ],
  ])("agree, or speak of two things: %s / %s", (one, other) => {
    expect(contradictionOf(one, other)).toBeUndefined();
    expect(contradictionOf(other, one)).toBeUndefined();
  });

  it.each<readonly [string, string]>([
    ...[...beside, ...besideUnseen],
    ["日志默认打开。", "跟踪默认关闭。"],
    ["In staging the port is 4000.", "The port is 5000."],
    ["The nightly build has telemetry on.", "The stable build has telemetry off."],
    ["When it is idle the relay is closed.", "When it is busy the relay is open."],
  ])("agree, or speak of two things, in pairs that nobody chose: %s / %s", (one, other) => {
    expect(contradictionOf(one, other)).toBeUndefined();
    expect(contradictionOf(other, one)).toBeUndefined();
  });

  it("say otherwise in most pairs that nobody chose", () => {
    const told = ([one, other]: readonly [string, string]) =>
      contradictionOf(one, other) !== undefined;
    expect(against.filter(told).length).toBeGreaterThanOrEqual(13);
    expect(againstUnseen.filter(told).length).toBeGreaterThanOrEqual(6);
  });

  it("is judged in time whatever they are", () => {
    const long = "a ".repeat(5000);
    expect(contradictionOf(long, long)).toBeUndefined();
    expect(contradictionOf("", "")).toBeUndefined();
  });
});
