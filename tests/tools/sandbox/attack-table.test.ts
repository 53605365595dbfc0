import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, attackTables, type Met } from "./attack-tables.ts";
import { absent, type OpenBackends, openBackends, secret } from "./open-backends.ts";

const without = { wasm: undefined, wall: await absent("wall"), gvisor: await absent("gvisor") };
let machine: OpenBackends;
let plain: OpenBackends;

beforeAll(async () => {
  machine = await openBackends();
  plain = await openBackends({ bare: true });
});
afterAll(async () => {
  await machine.close();
  await plain.close();
});

test("there is something to be reached: each listener answers from outside the sandboxes", async () => {
  const said = await machine.outside.reach();
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(new Set(said)).toEqual(new Set([secret]));
  machine.outside.forget();
});

test("there are at least 120 attempts over the three backends and both languages", () => {
  const told = attackTables.filter(({ bare }) => !bare);
  expect(told.reduce((sum, { attacks }) => sum + attacks.length, 0)).toBeGreaterThanOrEqual(120);
});

/** Pyodide once more without a wall around it is a part of `npm run soak -- sandbox`. */
const tried = attackTables.filter(({ bare, language }) => !(bare && language === "python"));

describe.each(tried)("$name holds", (table) => {
  const { name, id, attacks, bare } = table;
  test.skipIf(without[id] !== undefined)(`against ${attacks.length} attempts`, async () => {
    const { met, run, escapes } = await attack(bare ? plain : machine, table);
    tell(name, met);
    expect(escapes).toEqual([]);
    expect(met.map(({ tries }) => tries)).toEqual(attacks.map(([tries]) => tries));
    expect(run).toMatchObject({ ended: "exit", exit_code: 0 });
  });
});

/** `DOCENT_ATTACK_TABLE`: a folder for the whole table, to be read by people. */
function tell(name: string, met: readonly Met[]): void {
  const folder = process.env.DOCENT_ATTACK_TABLE;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const rows = met.map((row) => `| ${row.tries} | ${row.met ?? `GOT ${row.got}`} |`);
  const text = ["| attempt | met |", "|---|---|", ...rows, ""].join("\n");
  writeFileSync(path.join(folder, `${name.replaceAll(" ", "-")}.md`), text);
}
