import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "#lib/contracts/errors";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";

/**
 * Child process of the full disk test, alone with a small disk: breaks a page of a database and has it made anew with no
 * room, with too little, and with enough. Prints what came of each.
 */
const disk = process.argv[2] ?? "";
const file = path.join(disk, "docent.db");
const log = createLogger("child", "silent");
const clock = { now: () => new Date(), monotonic: () => performance.now() };
const open = () => openStore({ file, clock, log, rebuild: true });

const store = open();
for (let n = 0; n < 200; n++) await store.saveAnswer(sampleAnswer({ run_id: `run_${n}` }));
await store.close();
const damaged = readFileSync(file);
const at = Math.floor(damaged.indexOf("run_100") / 4096) * 4096;
writeFileSync(file, damaged.fill(0xff, at, at + 64));

for (const room of [0, damaged.length / 2, damaged.length * 1.5]) {
  fill(room);
  let said = "nothing";
  try {
    await open().close();
  } catch (error) {
    said = error instanceof AppError ? error.message : String(error);
  }
  const copies = readdirSync(disk).filter((name) => /damaged|rebuil/.test(name));
  tell({ said, same: readFileSync(file).equals(damaged), copies });
  clear();
}
const made = open();
tell({ answers: made.rebuilt?.answers, turns: (await made.readThread("thread_1"))?.turns });
await made.close();

/** Leaves so many bytes free. */
function fill(room: number): void {
  writeFileSync(path.join(disk, "room"), Buffer.alloc(room));
  try {
    for (let n = 0; ; n++) writeFileSync(path.join(disk, `filler-${n}`), Buffer.alloc(65_536));
  } catch {
    rmSync(path.join(disk, "room")); // the disk is full but for this
  }
}

function clear(): void {
  for (const name of readdirSync(disk)) {
    if (name.startsWith("filler-")) rmSync(path.join(disk, name));
  }
}

function tell(outcome: object): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
