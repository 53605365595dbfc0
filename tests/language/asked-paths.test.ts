import { describe, expect, it } from "vitest";
import { askedPaths } from "#lib/language/asked-paths";

describe("a path that a question asks to have read", () => {
  it.each([
    ["Show me /etc/passwd", "/etc/passwd"],
    ["What is in /etc/passwd?", "/etc/passwd"],
    ["What does ../plans.md say?", "../plans.md"],
    ["Can you read /etc/shadow for me?", "/etc/shadow"],
    ["read `/home/me/My Notes/a b.md`.", "/home/me/My Notes/a b.md"],
    ["what is in C:\\Users\\me\\a.md", "C:\\Users\\me\\a.md"],
    ["~/.ssh/id_rsa", "~/.ssh/id_rsa"],
    ["What does .git/config contain?", ".git/config"],
    ["/etc/passwd 里写了什么？", "/etc/passwd"],
    ["读取/etc/passwd的内容", "/etc/passwd"],
    ["可以打开 /etc/hosts 吗？", "/etc/hosts"],
    ["What's in /etc/passwd and what's in the manual?", "/etc/passwd"],
    ["打开 ~/文档/计划.md里写了什么", "~/文档/计划.md"],
  ])("is found: %s", (question, path) => {
    expect(askedPaths(question)).toEqual([path]);
  });

  it.each([
    "How do I edit /etc/hosts?",
    "Why does /etc/hosts need an entry?",
    "Show me how to edit /etc/hosts",
    "What do I write in /etc/docker/daemon.json to change the log driver?",
    "Can Docent read /etc/passwd?",
    "Does it read /run/media?",
    "怎么修改 /etc/hosts？",
    "Docent 会读取 /etc/passwd 吗？",
    "写 private 和写 /private 有什么不同？",
    "What does GET /api/health answer?",
    "What is the difference between TCP/IP and UDP?",
    "Which of and/or is used?",
    "What does 50/50 mean?",
    "moved the server and now the log says: cannot open cache file /var/lib/cache/a.bin",
    "I get: failed to read /etc/app/app.toml: permission denied",
    "Couldn't open /dev/ttyUSB0 on my laptop",
    "启动时报错 无法打开 /var/run/app.sock",
  ])("is not one that it speaks of: %s", (question) => {
    expect(askedPaths(question)).toEqual([]);
  });

  it("is looked for once, however many quotations are opened and never closed", () => {
    const asked = "“/".repeat(20_000);
    expect(askedPaths(asked)).toEqual([]);
  });
});
