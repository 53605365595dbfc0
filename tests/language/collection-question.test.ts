import { describe, expect, it } from "vitest";

import { readCollectionQuestion } from "#lib/language/collection-question";

const now = new Date(2026, 10, 20, 15, 30);
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date);

describe("a question about the collection", () => {
  it.each([
    ["How many files are there?", { kind: "files" }],
    ["how many documents do I have in my folders", { kind: "files" }],
    ["List all documents", { kind: "files" }],
    ["一共有多少个文件？", { kind: "files" }],
    ["有哪些文档？", { kind: "files" }],
    ["How many pages mention the access token?", { kind: "mentions", about: "access token" }],
    ["Which pages mention `max_files`?", { kind: "mentions", about: "max_files" }],
    ["list all files about “the denylist”", { kind: "mentions", about: "the denylist" }],
    ["Which files contain useAnswerStream?", { kind: "mentions", about: "useAnswerStream" }],
    ["Where is DOCENT_HOME mentioned?", { kind: "mentions", about: "DOCENT_HOME" }],
    [
      "Which files mention “search and replace”?",
      { kind: "mentions", about: "search and replace" },
    ],
    ["有多少个文件提到访问令牌？", { kind: "mentions", about: "访问令牌" }],
    ["列出所有提到“索引”的文件", { kind: "mentions", about: "索引" }],
    ["端口在哪些文件里出现？", { kind: "mentions", about: "端口" }],
    ["what changed today", { kind: "changed", since: day(2026, 11, 20) }],
    ["Which files changed yesterday?", { kind: "changed", since: day(2026, 11, 19) }],
    ["what changed this week?", { kind: "changed", since: day(2026, 11, 16) }],
    ["which files were modified in the last 3 days", { kind: "changed", since: day(2026, 11, 17) }],
    ["What changed since 2026-11-01?", { kind: "changed", since: day(2026, 11, 1) }],
    ["最近改了什么？", { kind: "changed", since: day(2026, 11, 13) }],
    ["过去三天改了哪些文件？", { kind: "changed", since: day(2026, 11, 17) }],
  ])("%s", (question, expected) => {
    expect(readCollectionQuestion(question, now)).toEqual(expected);
  });

  it.each([
    "How many files can a folder hold?",
    "Which file holds the settings?",
    "which file contains the default settings",
    "Which files are never read?",
    "What changed in version 2?",
    "What changed since 2099-01-01?",
    "How do I list all files?",
    "files",
    "Which files contain the",
    "Which notes contain no date?",
    "Which notes mention foo or bar?",
    "How many pages mention foo and bar?",
    "Find documents about backups from last week",
    "哪些文件提到foo和bar？",
    "哪些文件没有提到索引？",
    "哪些文件包含不安全的设置、密码？",
    "what changed in the last 99999999999999 hours",
    "what changed in the last 0 days",
    `How many files are there${"?".repeat(400)}`,
    "哪些文件会被跳过？",
    "怎么列出所有文件？",
    "哪些路径总是被拒绝？",
    "",
  ])("is not: %s", (question) => {
    expect(readCollectionQuestion(question, now)).toBeUndefined();
  });
});
