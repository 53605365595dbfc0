import assert from "node:assert/strict";
import { asked, readThrough, whileRunning } from "./started.mjs";

/** A fresh clone, in a home that is empty but for it. git is on no clean machine: the clone is made outside and laid there. */
export function* cloneSteps({ root, clone, makeHome }) {
  for (const node of [20, 24]) {
    const home = makeHome(root, `clone-${node}`, { docent: clone });
    const call = { home, node, command: "cd docent && npm start" };
    yield [
      `npm start in a fresh clone with Node ${node} installs, builds and answers`,
      async () => {
        const { seconds, text } = await whileRunning(root, call, async (origin) => {
          await readThrough(origin);
          const answer = await asked(origin, "How do I add a folder?");
          assert.equal(answer.status, "answered");
          assert.equal(answer.citations[0]?.relative_path, "en/folders.md");
        });
        if (node < 24) assert.match(text, /Node 24\S* is installed/);
        return `${seconds.toFixed(1)} s to the address`;
      },
    ];
    yield [
      `npm start a second time with Node ${node} installs and builds nothing`,
      async () => {
        const { seconds, text } = await whileRunning(root, call);
        assert.doesNotMatch(text, /Installing|Building/);
        return `${seconds.toFixed(1)} s to the address`;
      },
    ];
  }
}
