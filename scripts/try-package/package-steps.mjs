import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { inProject } from "../bootstrap/project.mjs";
import { giveTo } from "./clean-machine.mjs";
import { asked, assertQuoted, readThrough, untilEnd, whileRunning } from "./started.mjs";

const library = inProject("fixtures/golden/library");
const english = {
  question: "Why must the hull cover not flap?",
  words: "A cover that flaps wears through",
  file: "yard/winter.md",
};
const chinese = { question: "夏茶采不采？", words: "夏茶不采", file: "tea/采摘.md" };

/** A package that was sent by mail, and what a person does with it. */
export function* packageSteps({ root, archive, makeHome }) {
  const name = path.basename(archive);
  const copies = { [name]: archive, notes: library, "我的 笔记/茶": path.join(library, "tea") };
  const home = makeHome(root, "anna", copies);
  const onDisk = (...names) => path.join(root, home, ...names);
  const npx = `npx ./${name}`;
  const place = { home, node: 24 };

  yield [
    "the machine has no compiler, no repository and nothing in the home but the package and the notes",
    async () => {
      const { text } = await untilEnd(root, {
        ...place,
        command: `ls -A; command -v cc gcc make python3 git; ls ${inProject()} 2>&1`,
      });
      assert.doesNotMatch(text, /^\/.*(?:cc|make|python3|git)$/m);
      assert.match(text, /No such file or directory/);
    },
  ];
  yield [
    `${npx} ~/notes comes up with Node 24 and answers in both languages`,
    async () => {
      let lines;
      const { seconds } = await whileRunning(
        root,
        { ...place, command: `${npx} ~/notes` },
        async (origin) => {
          await readThrough(origin);
          lines = [english, chinese].map(async (one) =>
            assertQuoted(await asked(origin, one.question), one),
          );
          lines = await Promise.all(lines);
        },
      );
      assert.deepEqual(builtIn(onDisk(".npm/_npx")), []);
      return `${seconds.toFixed(1)} s to the address, then ${lines.join(" and ")}`;
    },
  ];
  yield [
    "its state is in ~/.docent, which its user alone may enter, and nowhere else",
    async () => {
      assert.equal(statSync(onDisk(".docent")).mode & 0o777, 0o700);
      assert.ok(existsSync(onDisk(".docent/docent.db")));
      const known = [".docent", ".npm", name, "notes", "我的 笔记"];
      const more = readdirSync(onDisk()).filter((one) => !known.includes(one));
      assert.deepEqual(more, []);
    },
  ];
  yield [
    "the same command again: npm unpacks the package once more, then it is there",
    async () => {
      const { seconds, text } = await whileRunning(root, { ...place, command: `${npx} ~/notes` });
      const [, own] = /(?:ready in|（)\s*([\d.]+)/.exec(text) ?? [];
      return `${seconds.toFixed(1)} s, of which Docent ${own} s`;
    },
  ];
  yield [
    "npm install --global, into a folder of the user's own, starts at once from then on",
    async () => {
      const install = `npm install --global --prefix ~/.local --no-fund --no-audit ./${name}`;
      const { code } = await untilEnd(root, { ...place, command: install });
      assert.equal(code, 0);
      const { seconds, text } = await whileRunning(
        root,
        { ...place, command: "~/.local/bin/docent ~/notes" },
        async (origin) => assertQuoted(await asked(origin, english.question), english),
      );
      assert.doesNotMatch(text, /Installing|Building|Need to install/);
      return `${seconds.toFixed(1)} s`;
    },
  ];
  const docent = "~/.local/bin/docent";
  yield [
    "it runs from a folder that its user may not write to",
    async () => {
      giveTo(onDisk(".local"));
      const { seconds } = await whileRunning(
        root,
        { ...place, command: `${docent} ~/notes; touch ~/.local/bin/x` },
        async (origin) => assertQuoted(await asked(origin, chinese.question), chinese),
      );
      assert.ok(!existsSync(onDisk(".local/bin/x")));
      return `${seconds.toFixed(1)} s`;
    },
  ];
  yield [
    "a path with spaces and Chinese, at a Chinese terminal",
    async () => {
      const call = { ...place, command: `${docent} "我的 笔记"`, env: { LANG: "zh_CN.UTF-8" } };
      const { text } = await whileRunning(root, call, async (origin) => {
        await readThrough(origin);
        const answer = await asked(origin, chinese.question);
        assertQuoted(answer, { ...chinese, file: answer.citations[0].relative_path });
      });
      assert.match(text, /已添加“我的 笔记”/);
      assert.match(text, /Docent 正在运行：/);
    },
  ];
  yield [
    "a folder that does not exist is one sentence",
    async () => {
      const { code, text } = await untilEnd(root, { ...place, command: `${docent} ~/gone` });
      assert.equal(code, 1);
      assert.equal(
        text,
        `There is no folder ${home}/gone. Check its name, then run the same command again.`,
      );
    },
  ];
  yield [
    "a port in use is one sentence, with a command that works",
    async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const { port } = other.address();
      const env = { PORT: String(port) };
      const { code, text } = await untilEnd(root, { ...place, command: `${docent} ~/notes`, env });
      other.close();
      assert.equal(code, 1);
      assert.match(text, new RegExp(`^PORT ${port} is already taken .* PORT=${port + 1} docent$`));
    },
  ];
  yield [
    "a Node that is too old is one sentence",
    async () => {
      const { code, text } = await untilEnd(root, { home, node: 18, command: `${docent} ~/notes` });
      assert.equal(code, 1);
      assert.match(text, /^Docent needs Node 20 or newer, and this is 18\.\S+ .*again\.$/);
    },
  ];
  yield [
    "docent doctor and docent ask work, and docent mcp answers a client",
    async () => {
      const doctor = await untilEnd(root, { ...place, command: `${docent} doctor` });
      assert.equal(doctor.code, 0, doctor.text);
      const command = `${docent} ask "${english.question}" --root ~/notes`;
      const answer = await untilEnd(root, { ...place, command });
      assert.ok(answer.text.includes(english.words), answer.text);
      writeFileSync(onDisk("first.json"), `${initialize}\n`);
      const client = `${docent} mcp --root ~/notes < ~/first.json`;
      const { text } = await untilEnd(root, { ...place, command: client });
      assert.match(text, /"serverInfo":\{"name":"docs"/);
    },
  ];
  yield [
    `${npx} ~/notes with Node 20 first on PATH brings its own Node 24, in an empty home`,
    async () => {
      const fresh = makeHome(root, "bert", { [name]: archive, notes: library });
      const { seconds, text } = await whileRunning(
        root,
        { home: fresh, node: 20, command: `${npx} ~/notes` },
        async (origin) => {
          await readThrough(origin);
          assertQuoted(await asked(origin, english.question), english);
        },
      );
      assert.match(text, /Node 24\S* is installed/);
      const warned = text.split("EBADENGINE   package").length - 1;
      return `${seconds.toFixed(1)} s; npm warned of ${warned} packages`;
    },
  ];
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "try", version: "1" },
  },
});

/** Folders that a compiler of native code leaves behind. */
function builtIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "config.gypi")
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8").slice(0, 80));
}
