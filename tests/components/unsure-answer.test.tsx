import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { toldStatus } from "#lib/contracts/activity";
import { StatusMark } from "../../components/activity/status-mark.tsx";
import { Sources } from "../../components/answer/sources.tsx";
import en from "../../components/messages/en.json" with { type: "json" };
import zh from "../../components/messages/zh-CN.json" with { type: "json" };
import { StateWord } from "../../components/source/state-word.tsx";
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";

const shown = (part: ReactNode, locale: "en" | "zh-CN" = "en") =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : zh} timeZone="UTC">
      {part}
    </NextIntlClientProvider>,
  );

describe("what was read besides", () => {
  const passage = sampleCitation({
    id: 9,
    breadcrumb: ["Consumer", "Subfolders"],
    snippet: "## Subfolders\n\nSet it to true to watch subfolders as well.",
  });
  const turn = (also_read: (typeof passage)[]) =>
    ({ answer: sampleAnswer({ also_read }), claims: [], gaps: [], citations: [] }) as never;

  it("stands there with its heading first, then its words", () => {
    const page = shown(<Sources number={1} turn={turn([passage])} />);
    expect(page).toContain("<strong>Subfolders</strong>");
    expect(page).toContain("Set it to true to watch subfolders as well.</p>");
    expect(page).not.toContain("Subfolders Set it");
  });

  it("keeps the words of a secret to itself", () => {
    const page = shown(<Sources number={1} turn={turn([{ ...passage, contains_secret: true }])} />);
    expect(page).toContain("<strong>Subfolders</strong>");
    expect(page).not.toContain("Set it to true");
  });
});

it("an answered question that is unsure is called so, and no other", () => {
  const mark = (over: Parameters<typeof toldStatus>[0], locale: "en" | "zh-CN" = "en") =>
    shown(<StatusMark status={toldStatus(over)} />, locale);
  expect(mark({ status: "answered", outcome: "may_be" })).toContain("Unsure");
  expect(mark({ status: "answered", outcome: "sure" })).toContain("Answered");
  expect(mark({ status: "partial", outcome: "may_be" })).toContain("Partly answered");
  expect(mark({ status: "answered", outcome: "may_be" }, "zh-CN")).toContain("不确定");
});

it("a quotation that stands in its file is called checked, not true", () => {
  const page = shown(<StateWord citation={sampleCitation({ id: 1 })} />);
  expect(page).not.toContain("verified<");
});
