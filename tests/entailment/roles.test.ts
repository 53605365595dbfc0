import { describe, expect, it } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const supportOf = (source: string, text: string) =>
  findSupport(text, [{ citation: 1, units: quotableUnits(source, 1), above: "" }]).support;

describe("who does what to whom, and what comes before what", () => {
  it.each([
    ["The client calls the server.", "The server calls the client."],
    ["The client calls the server.", "The client is called by the server."],
    ["The server is called by the client.", "The server calls the client."],
    ["客户端调用服务器。", "服务器调用客户端。"],
    ["客户端调用服务器。", "客户端被服务器调用。"],
    ["服务器由客户端调用。", "服务器调用客户端。"],
    ["`--port` overrides `PORT`.", "`PORT` overrides `--port`."],
    ["The parser requires the lexer.", "The lexer requires the parser."],
    ["The lexer is required by the parser.", "The parser is required by the lexer."],
    ["Migrations run before the seeds.", "Seeds run before the migrations."],
    ["Migrations run before the seeds.", "Before migrations, the seeds run."],
    [
      "Copy the files from the archive to the workspace.",
      "Copy the files from the workspace to the archive.",
    ],
    [
      "The write lock is slower than the read lock.",
      "The read lock is slower than the write lock.",
    ],
    ["The plan is stored after the check.", "The check is stored after the plan."],
    ["索引的创建早于日志的写入。", "日志的写入早于索引的创建。"],
    ["命令行参数覆盖配置文件。", "配置文件覆盖命令行参数。"],
    ["插件依赖核心。", "核心依赖插件。"],
    ["从归档复制到工作区。", "从工作区复制到归档。"],
    ["写锁比读锁慢。", "读锁比写锁慢。"],
    ["环境变量的优先级高于配置文件。", "配置文件的优先级高于环境变量。"],
    [
      "The gateway forwards requests to the backend.",
      "The backend forwards requests to the gateway.",
    ],
    ["The server restarts if the disk is full.", "The disk is full if the server restarts."],
    ["The worker depends on the queue.", "The queue depends on the worker."],
    ["Editors can invite viewers.", "Viewers can invite editors."],
    ["管理员可以移除成员。", "成员可以移除管理员。"],
    ["The tests replaced the manual checks.", "The manual checks replaced the tests."],
    ["Use tabs instead of spaces.", "Use spaces instead of tabs."],
    ["在启动之前检查配置。", "在检查配置之前启动。"],
    [
      "The child process inherits the environment of its parent.",
      "The parent inherits the environment of its child process.",
    ],
    ["Ruth Okafor taught Paul Brandt.", "Paul Brandt taught Ruth Okafor."],
    [
      "Settings written in the project file win over those of the user file.",
      "Settings of the user file win over those written in the project file.",
    ],
    ["主库把写入同步给副本。", "副本把写入同步给主库。"],
  ])("may not be turned round: %s %s", (source, text) => {
    expect(supportOf(source, text)).toBe("none");
  });

  it.each([
    ["The client calls the server.", "The server is called by the client."],
    ["The server is called by the client.", "The client calls the server."],
    ["客户端调用服务器。", "服务器由客户端调用。"],
    ["客户端调用服务器。", "服务器被客户端调用。"],
    ["Migrations run before the seeds.", "Before the seeds, migrations run."],
    ["Migrations run before the seeds.", "The seeds run after the migrations."],
    [
      "Before an answer is shown, each passage is read again.",
      "Each passage is read again before an answer is shown.",
    ],
    [
      "A call ends after 30 seconds unless `timeout_ms` says otherwise.",
      "After 30 seconds a call ends, unless `timeout_ms` says otherwise.",
    ],
    ["When the disk is full, the server restarts.", "The server restarts when the disk is full."],
    [
      "On Windows the installer copies files at startup.",
      "At startup the installer copies files on Windows.",
    ],
    ["显示回答之前，每处引用都会重新读取。", "每处引用在显示回答之前都会重新读取。"],
    [
      "When using a custom CNI on EKS, the webhook cannot be reached by cert-manager.",
      "On EKS with a custom CNI, cert-manager cannot reach the webhook.",
    ],
    ["海湾灯塔由林秋生设计。", "林秋生设计了海湾灯塔。"],
    ["Brandt left in 1971 and was replaced by Ruth Okafor.", "Ruth Okafor replaced Brandt."],
    ["The check runs before the plan is stored.", "The plan is stored after the check runs."],
    ["命令行参数覆盖配置文件。", "配置文件会被命令行参数覆盖。"],
    [
      "The logs are copied to the disk by the collector.",
      "The collector copies the logs to the disk.",
    ],
  ])("may be said the other way: %s %s", (source, text) => {
    expect(supportOf(source, text)).toBe("supported");
  });
});

describe("a sentence about what its line only mentions", () => {
  const english =
    "If the token has expired, the server refuses the request and writes an entry to the log.";
  const chinese = "令牌过期时，服务器拒绝请求并向日志写入一条记录。";
  const support = (line: string, sentence: string) =>
    findSupport(sentence, [{ citation: 1, units: quotableUnits(line, 1), above: "" }]).support;

  it.each([
    [english, "The log writes an entry to the server and refuses the request."],
    [
      english,
      "If the token has expired, the log writes an entry to the server and refuses the request.",
    ],
    [chinese, "令牌过期时，日志拒绝请求并向服务器写入一条记录。"],
  ])("is withheld: %s %s", (line, sentence) => {
    expect(support(line, sentence)).toBe("none");
  });

  it.each([
    [
      english,
      "Once the token has expired, the server writes an entry to the log and refuses the request.",
    ],
    [chinese, "令牌过期后，服务器会拒绝请求，并在日志里写入一条记录。"],
  ])("is shown where it is about the same: %s %s", (line, sentence) => {
    expect(support(line, sentence)).not.toBe("none");
  });
});

describe("what a line sets against something else, or only has been thought", () => {
  const support = (line: string, sentence: string) =>
    findSupport(sentence, [{ citation: 1, units: quotableUnits(line, 1), above: "" }]).support;

  it.each([
    [
      "夜间任务先把归档复制到备份服务器，再删除本地文件。",
      "夜间任务先删除本地文件，再把归档复制到备份服务器。",
    ],
    [
      "Unlike MySQL, PostgreSQL supports partial indexes.",
      "MySQL and PostgreSQL support partial indexes.",
    ],
    [
      "It was long thought that the module was written in C, but it is written in Rust.",
      "The module was written in C.",
    ],
    ["过去人们以为该模块用 C 编写，其实是用 Rust 编写的。", "该模块用 C 编写。"],
    [
      "Tokens are stored in the keychain and never written to the log.",
      "Tokens are never stored in the keychain.",
    ],
    [
      "The timeout is 30 seconds by default and can be raised to 120 seconds.",
      "The timeout can be raised to 30 seconds.",
    ],
    [
      "First stop the service, then copy the database.",
      "Copy the database before you stop the service.",
    ],
    [
      "If the disk is full, the index is not written and a warning is logged.",
      "If a warning is logged, the disk is full.",
    ],
  ])("is not told as its own: %s %s", (line, sentence) => {
    expect(support(line, sentence)).toBe("none");
  });

  it.each([
    [
      "夜间任务先把归档复制到备份服务器，再删除本地文件。",
      "夜间任务先将归档复制到备份服务器，然后删除本地文件。",
    ],
    ["Unlike MySQL, PostgreSQL supports partial indexes.", "PostgreSQL supports partial indexes."],
    [
      "First stop the service, then copy the database.",
      "Stop the service before you copy the database.",
    ],
    [
      "If the disk is full, the index is not written and a warning is logged.",
      "A warning is logged if the disk is full.",
    ],
    [
      "The timeout is 30 seconds by default and can be raised to 120 seconds.",
      "The timeout can be raised to 120 seconds.",
    ],
  ])("is told as it stands: %s %s", (line, sentence) => {
    expect(support(line, sentence)).not.toBe("none");
  });

  it("is never sure of a ground that no line gives", () => {
    const line = "Tokens are stored in the keychain and never written to the log.";
    const ground = "Tokens are stored in the keychain because they are never written to the log.";
    expect(support(line, ground)).toBe("doubt");
  });
});
