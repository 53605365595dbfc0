import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createAccess } from "#lib/access/access";
import { AppError } from "#lib/contracts/errors";
import type { Figure } from "../../bench/results-file.ts";
import { canary, secret } from "../../fixtures/hostile/make.ts";
import { startSwapping } from "../../fixtures/hostile/swap.ts";

/** S14: a file, then a folder, swapped with a link without a pause while eight readers read through the gate. */
const inside = "# Inside\n\nThe lantern is lit.\n";
const leastReads = 30_000;

export async function soakSwapRace(seconds: number): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-soak-")));
  const at = (...names: string[]) => path.join(dir, ...names);
  for (const name of ["notes/folder", "outside"]) mkdirSync(at(name), { recursive: true });
  for (const name of ["notes/swapped.md", "notes/folder/b.md"]) writeFileSync(at(name), inside);
  for (const name of ["outside/secret.md", "outside/b.md"]) writeFileSync(at(name), secret);
  try {
    return [
      ...(await race(dir, seconds, "file", "swapped.md", {
        path: at("notes/swapped.md"),
        target: at("outside/secret.md"),
        inside: { text: inside },
      })),
      ...(await race(dir, seconds, "folder", "folder/b.md", {
        path: at("notes/folder"),
        target: at("outside"),
        inside: { folder: at("notes/folder-away") },
      })),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function race(
  dir: string,
  seconds: number,
  kind: string,
  name: string,
  options: Parameters<typeof startSwapping>[0],
): Promise<Figure[]> {
  const access = createAccess({
    roots: [{ id: "notes", label: "Notes", path: path.join(dir, "notes") }],
    deny: [],
    doc_file_patterns: ["**/*.md"],
    max_file_bytes: 8_388_608,
    allow_outside_project: true,
    project_dir: path.join(dir, "project"),
    home: path.join(dir, "project/.docent"),
  });
  const outcomes = new Map<string, number>();
  let canaries = 0;
  const readOnce = async (): Promise<string> => {
    const verdict = await access.judge(name, "notes");
    if (verdict.kind === "refused") return verdict.rule;
    try {
      const text = (await access.open(verdict)).bytes.toString();
      if (text.includes(canary)) canaries += 1;
      return text === inside ? "read" : "other";
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };
  const swapping = startSwapping(options);
  const until = performance.now() + seconds * 1000;
  const reader = async () => {
    for (let reads = 1; performance.now() < until; reads += 1) {
      const outcome = await readOnce();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // The swapping thread may end, and so may this one, when told to.
      if (reads % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  try {
    await Promise.all(Array.from({ length: 8 }, reader));
  } finally {
    await swapping.stop();
  }
  const reads = [...outcomes.values()].reduce((sum, n) => sum + n, 0);
  const by = [...outcomes].map(([outcome, n]) => `${outcome} ${n}`).join(", ");
  const what = `swap of a ${kind}, ${seconds} s`;
  return [
    {
      row: "S14",
      what: `${what}: reads`,
      value: reads,
      unit: "",
      limit: `≥ ${leastReads} in 30 s`,
      ok: reads >= (leastReads * seconds) / 30,
    },
    { row: "S14", what: `${what}: swaps`, value: swapping.swaps(), unit: "" },
    { row: "S14", what: `${what}: outcomes`, value: by, unit: "" },
    {
      row: "S14",
      what: `${what}: canaries`,
      value: canaries,
      unit: "",
      limit: "0",
      ok: canaries === 0 && !outcomes.has("other"),
    },
  ];
}
