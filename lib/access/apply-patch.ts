import { randomBytes } from "node:crypto";
import nodePath from "node:path";
import { AppError } from "#lib/contracts/errors";
import { type PatchConflict, type PatchState, patchLimits } from "#lib/contracts/patches";
import { sha256 } from "#lib/platform/hash";
import { splitLines } from "#lib/platform/lines";
import { saidError } from "#lib/platform/said-error";
import { readText, writeText } from "#lib/platform/text-form";
import { applyHunks, type FilePatch, reversed } from "#lib/platform/unified-diff";
import type { Access } from "./access.ts";
import { type HeldFolder, holdFolder } from "./hold-folder.ts";
import { byDepth } from "./judge-path.ts";
import { type PatchDisk, patchDisk } from "./patch-disk.ts";
import { createPatchJournals, type JournalFile, type PatchJournal } from "./patch-journal.ts";
import { namesBelow } from "./path-form.ts";
import { isSame, readTarget, systemRefusal, type Target } from "./replace-file.ts";
import type { HealthyRoot } from "./resolve-root.ts";
import type { Refused } from "./verdict.ts";

/**
 * The one place that changes documents, and only as the act of a person: the assembly alone may import it. A patch is
 * applied whole or not at all, to documents that may be read and whose root is `editable`, each only while its bytes are
 * those that the patch was made from, and it is undone once while they are as it left them. Whenever the program ends,
 * `recover` at the next start brings the documents to one side or the other.
 *
 * Applying and undoing wait for one another. Both throw AppError with the rule of a refusal; documents are as they were
 * then, unless the sentence says otherwise (`patch.stuck`).
 */
export type PatchApplier = {
  apply(patch_id: string, files: readonly FilePatch[], access: Access): Promise<PatchOutcome>;
  undo(patch_id: string, files: readonly FilePatch[], access: Access): Promise<PatchOutcome>;
  state(patch_id: string): PatchState;
  /** Whether and why a file stands in the way now, without changing anything. */
  look(patch_id: string, file: FilePatch, access: Access): Promise<LookedAt>;
  /** Finishes or takes back what an earlier program left half done. Never while another program applies. */
  recover(): Promise<Recovered[]>;
  /** Patches of which something is kept. */
  ids(): string[];
  /** What is kept of a patch; it cannot be undone then. */
  forget(patch_id: string): Promise<void>;
};

export type PatchOutcome =
  | { kind: "done"; files: { root_id: string; path: string; sha256: string }[] }
  /** Nothing was changed. */
  | { kind: "conflict"; conflicts: PatchConflict[] };

export type LookedAt =
  | { state: "ready" | "applied" | "changed" | "missing" }
  | { state: "not_editable" | "refused"; error: AppError };

export type Recovered = {
  patch_id: string;
  to: PatchState;
  outcome: "finished" | "taken_back" | "stuck";
};

type Place = { file: FilePatch; root: string; names: string[] };
/** One file on its way from some bytes to others. */
type Move = { entry: JournalFile; n: number; from: string; to: string; target: Target };

export function createPatchApplier(deps: { home: string; disk?: PatchDisk }): PatchApplier {
  const { disk = patchDisk } = deps;
  const journals = createPatchJournals(deps.home, disk);
  /** Patches whose documents are all replaced, which could not be noted yet. */
  const unnoted = new Map<string, PatchJournal>();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined); // a failure is its caller's
    return mine;
  }

  async function readJournal(patch_id: string): Promise<PatchJournal | undefined> {
    await noteDone(patch_id);
    try {
      return journals.read(patch_id);
    } catch (error) {
      throw saidError("conflict", "patch.is.interrupted", {}, { cause: error });
    }
  }

  async function apply(
    patch_id: string,
    files: readonly FilePatch[],
    access: Access,
  ): Promise<PatchOutcome> {
    const known = await readJournal(patch_id);
    refuseUnless(known, "open");
    const { places, gone } = await placesOf(files, access);
    const conflicts = gone.map((file) => conflictOf(file, file.base_sha256, undefined));
    const planned: { place: Place; target: Target; after: Buffer }[] = [];
    for (const place of places) {
      const target = readPlace(place);
      if (target === undefined || sha256(target.bytes) !== place.file.base_sha256) {
        conflicts.push(conflictOf(place.file, place.file.base_sha256, target?.bytes));
      } else {
        planned.push({ place, target, after: patched(place.file, target.bytes) });
      }
    }
    if (conflicts.length > 0) return { kind: "conflict", conflicts };
    const journal: PatchJournal = {
      version: 1,
      patch_id,
      state: "open",
      under_way: { to: "applied", step: "writing" },
      files: planned.map(({ place, target, after }) => ({
        root_id: place.file.root_id,
        path: place.file.path,
        root: place.root,
        names: place.names,
        before_sha256: sha256(target.bytes),
        after_sha256: sha256(after),
        temporary: temporaryName(),
      })),
    };
    const moves = planned.map(({ target }, n): Move => moveOf(journal, n, "applied", target));
    try {
      await someAtATime(planned, async ({ target, after }, n) => {
        await journals.keep(patch_id, n, "before", target.bytes);
        await journals.keep(patch_id, n, "after", after);
      });
      await journals.write(journal);
    } catch (error) {
      await journals.forget(patch_id);
      throw systemRefusal(error);
    }
    return carryOut(journal, moves, files);
  }

  async function undo(
    patch_id: string,
    files: readonly FilePatch[],
    access: Access,
  ): Promise<PatchOutcome> {
    const known = await readJournal(patch_id);
    refuseUnless(known, "applied");
    const { places, gone } = await placesOf(files, access);
    const after = (file: FilePatch) =>
      known.files.find((one) => one.root_id === file.root_id && one.path === file.path)
        ?.after_sha256 ?? "";
    const conflicts = gone.map((file) => conflictOf(turned(file), after(file), undefined));
    const moves: Move[] = [];
    for (const place of places) {
      const n = known.files.findIndex(
        (one) => one.root_id === place.file.root_id && one.path === place.file.path,
      );
      const entry = known.files[n];
      const target = readPlace(place);
      // The folder may have been moved and configured anew since: it is written where it was judged now.
      if (entry !== undefined) Object.assign(entry, { root: place.root, names: place.names });
      if (
        entry === undefined ||
        target === undefined ||
        sha256(target.bytes) !== entry.after_sha256
      ) {
        conflicts.push(conflictOf(turned(place.file), after(place.file), target?.bytes));
      } else {
        entry.temporary = temporaryName();
        moves.push(moveOf(known, n, "undone", target));
      }
    }
    if (conflicts.length > 0) return { kind: "conflict", conflicts };
    if (moves.length !== known.files.length) throw saidError("validation", "patch.other_files");
    const journal: PatchJournal = { ...known, under_way: { to: "undone", step: "writing" } };
    try {
      await journals.write(journal);
    } catch (error) {
      throw systemRefusal(error);
    }
    return carryOut(journal, moves, files.map(turned));
  }

  /** From the journal that says `writing` to the one that says what stands on the disk. */
  async function carryOut(
    journal: PatchJournal,
    moves: readonly Move[],
    files: readonly FilePatch[],
  ): Promise<PatchOutcome> {
    const to = journal.under_way?.to ?? "applied";
    try {
      await someAtATime(moves, (move) =>
        inFolder(move.entry, (folder) =>
          disk.write(folder, move.entry.temporary, bytesFor(journal, move.n, to), move.target),
        ),
      );
      await journals.write({ ...journal, under_way: { to, step: "renaming" } });
    } catch (error) {
      await takeBack(journal, to, { touched: new Set() });
      throw systemRefusal(error);
    }
    const touched = new Set<number>();
    try {
      for (const move of moves) {
        await inFolder(move.entry, (folder) => replace(folder, move, () => touched.add(move.n)));
      }
    } catch (error) {
      await takeBack(journal, to, { touched });
      if (error instanceof Overtaken) {
        const file = files.find(({ root_id, path }) => {
          const { entry } = error.move;
          return entry.root_id === root_id && entry.path === path;
        });
        if (file === undefined) throw systemRefusal(error);
        return {
          kind: "conflict",
          conflicts: [conflictOf(file, error.move.from, error.now?.bytes)],
        };
      }
      throw systemRefusal(error);
    }
    await finish(journal, to);
    return {
      kind: "done",
      files: moves.map(({ entry: { root_id, path }, to: hash }) => ({
        root_id,
        path,
        sha256: hash,
      })),
    };
  }

  /** `touches` is told before the document is replaced, as a call that fails may have done it all the same. */
  function replace(folder: HeldFolder, move: Move, touches: () => void): void {
    const name = nameOf(move.entry);
    folder.check();
    const now = readWithin(() => readTarget(folder, name, Number.MAX_SAFE_INTEGER));
    if (!isSame(move.target, now)) throw new Overtaken(move, now);
    touches();
    disk.rename(folder, move.entry.temporary, name);
    disk.sync(folder);
  }

  function bytesFor(journal: PatchJournal, n: number, to: "applied" | "undone"): Buffer {
    const bytes = journals.kept(journal.patch_id, n, to === "applied" ? "after" : "before");
    const entry = journal.files[n];
    if (entry !== undefined && sha256(bytes) === hashAt(entry, to)) return bytes;
    throw saidError("path_changed", "patch.kept_damaged");
  }

  /**
   * Back to what stood there before: every file that has the new bytes gets the old ones, every other is left alone, and
   * nothing of ours stays beside them. `touched`: which of them were replaced, where that is known; the same bytes in any
   * other are somebody else's. `recovering`: a file that is not there may be on a disk that is away, so that what is kept
   * of it stays. Throws `patch.stuck` where it fails; `recover` tries it again.
   */
  async function takeBack(
    journal: PatchJournal,
    to: "applied" | "undone",
    { touched, recovering = false }: { touched?: ReadonlySet<number>; recovering?: boolean },
  ): Promise<void> {
    const back = to === "applied" ? "undone" : "applied";
    const failed: unknown[] = [];
    if (touched === undefined || touched.size > 0) {
      const step = "going_back" as const;
      const known = touched === undefined ? {} : { touched: [...touched] };
      // On a full disk the documents can often still be put back, and nothing stays to be noted then.
      await journals
        .write({ ...journal, under_way: { to, step, ...known } })
        .catch(() => undefined);
    }
    for (const [n, entry] of journal.files.entries()) {
      const untouched = touched !== undefined && !touched.has(n);
      try {
        const reached = await inFolderIfThere(entry, async (folder) => {
          disk.remove(folder, entry.temporary);
          if (untouched) return true;
          const name = nameOf(entry);
          const now = readWithin(() => readTarget(folder, name, Number.MAX_SAFE_INTEGER));
          if (now === undefined) return false;
          if (sha256(now.bytes) !== hashAt(entry, to)) return true;
          await disk.write(folder, entry.temporary, bytesFor(journal, n, back), now);
          const still = readWithin(() => readTarget(folder, name, Number.MAX_SAFE_INTEGER));
          if (isSame(now, still)) disk.rename(folder, entry.temporary, name);
          else disk.remove(folder, entry.temporary);
          disk.sync(folder);
          return true;
        });
        if (recovering && !untouched && !reached) throw notThere();
      } catch (error) {
        // Of a folder that is not where it was, what was never touched need not come back.
        const gone = error instanceof AppError && error.code === "path_changed";
        if (!gone || touched?.has(n) || (recovering && !untouched)) failed.push(error);
      }
    }
    try {
      if (failed.length > 0) throw failed[0];
      if (to === "applied") await journals.forget(journal.patch_id);
      else await journals.write({ ...settled(journal), state: "applied" });
    } catch (error) {
      throw saidError("tool_exec", "patch.stuck", {}, { cause: error });
    }
  }

  /** The documents are all replaced. Where that cannot be noted it is known here and noted later. */
  async function finish(journal: PatchJournal, to: "applied" | "undone"): Promise<void> {
    unnoted.set(journal.patch_id, { ...settled(journal), state: to });
    await noteDone(journal.patch_id).catch(() => undefined);
  }

  async function noteDone(patch_id: string): Promise<void> {
    const journal = unnoted.get(patch_id);
    if (journal === undefined) return;
    try {
      await journals.write(journal);
    } catch (error) {
      throw systemRefusal(error);
    }
    unnoted.delete(patch_id);
  }

  /**
   * After `renaming`: those that have not changed yet do so now; where one is neither, all go back. Where none is as it
   * was before, the patch was done and only that was not noted: what a person has written since stays. Throws where a
   * file is not there: its disk may be away.
   */
  async function goOn(
    journal: PatchJournal,
    to: "applied" | "undone",
  ): Promise<"finished" | "taken_back"> {
    const from = to === "applied" ? "undone" : "applied";
    const left: Move[] = [];
    let edited = false;
    for (const [n, entry] of journal.files.entries()) {
      const target = await inFolderIfThere(entry, (folder) =>
        readWithin(() => readTarget(folder, nameOf(entry), Number.MAX_SAFE_INTEGER)),
      );
      if (target === undefined) throw notThere();
      const hash = sha256(target.bytes);
      if (hash === hashAt(entry, from)) left.push(moveOf(journal, n, to, target));
      else if (hash !== hashAt(entry, to)) edited = true;
    }
    if (edited && left.length > 0) {
      await takeBack(journal, to, { recovering: true });
      return "taken_back";
    }
    try {
      for (const move of left) {
        await inFolder(move.entry, async (folder) => {
          disk.remove(folder, move.entry.temporary);
          await disk.write(
            folder,
            move.entry.temporary,
            bytesFor(journal, move.n, to),
            move.target,
          );
          replace(folder, move, () => undefined);
        });
      }
    } catch {
      await takeBack(journal, to, { recovering: true });
      return "taken_back";
    }
    for (const entry of journal.files) {
      await inFolder(entry, (folder) => disk.remove(folder, entry.temporary));
    }
    await journals.write({ ...settled(journal), state: to });
    return "finished";
  }

  async function recoverOne(patch_id: string): Promise<Recovered[]> {
    try {
      const journal = journals.read(patch_id);
      if (journal === undefined) {
        await journals.forget(patch_id); // bytes were kept, and nothing else was begun
        return [];
      }
      if (journal.under_way === undefined) return [];
      const { to, step, touched } = journal.under_way;
      let outcome: "finished" | "taken_back" = "taken_back";
      if (step === "renaming") outcome = await goOn(journal, to);
      else if (step === "writing") await takeBack(journal, to, { touched: new Set() });
      else {
        const known = touched === undefined ? {} : { touched: new Set(touched) };
        await takeBack(journal, to, { ...known, recovering: true });
      }
      return [{ patch_id, to: state(patch_id), outcome }];
    } catch {
      return [{ patch_id, to: "interrupted", outcome: "stuck" }];
    }
  }

  function state(patch_id: string): PatchState {
    const done = unnoted.get(patch_id);
    if (done !== undefined) return done.state;
    try {
      return stateOf(journals.read(patch_id));
    } catch {
      return "interrupted"; // its journal cannot be read, so that nobody knows
    }
  }

  return {
    apply: (patch_id, files, access) => inTurn(() => apply(patch_id, files, access)),
    undo: (patch_id, files, access) => inTurn(() => undo(patch_id, files, access)),
    state,
    async look(patch_id, file, access) {
      // Looked at again, it is noted by the way where that could not be done before.
      if (unnoted.has(patch_id)) await inTurn(() => noteDone(patch_id)).catch(() => undefined);
      try {
        const place = await placeOf(file, access);
        const target = place && readPlace(place);
        if (target === undefined) return { state: "missing" };
        const hash = sha256(target.bytes);
        const entry = journalIfRead(patch_id)?.files.find(
          (one) => one.root_id === file.root_id && one.path === file.path,
        );
        if (hash === entry?.after_sha256) return { state: "applied" };
        return { state: hash === file.base_sha256 ? "ready" : "changed" };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { state: error.code === "not_editable" ? "not_editable" : "refused", error };
      }
    },
    recover: () =>
      inTurn(async () => {
        const found: Recovered[] = [];
        for (const id of journals.ids()) found.push(...(await recoverOne(id)));
        return found;
      }),
    ids: journals.ids,
    forget: (patch_id) =>
      inTurn(async () => {
        unnoted.delete(patch_id);
        await journals.forget(patch_id);
      }),
  };

  function refuseUnless(
    journal: PatchJournal | undefined,
    wanted: "open" | "applied",
  ): asserts journal is PatchJournal {
    const is = stateOf(journal);
    if (is === wanted) return;
    throw saidError("conflict", `patch.is.${is}`);
  }

  function journalIfRead(patch_id: string): PatchJournal | undefined {
    try {
      return journals.read(patch_id);
    } catch {
      return undefined; // then the file is compared with the patch alone
    }
  }
}

function stateOf(journal: PatchJournal | undefined): PatchState {
  if (journal === undefined) return "open";
  return journal.under_way === undefined ? journal.state : "interrupted";
}

const notThere = (): AppError => saidError("path_changed", "tool_write.folder_changed");

/** What a document has become, other than what was looked at. */
class Overtaken extends Error {
  readonly move: Move;
  readonly now: Target | undefined;
  constructor(move: Move, now: Target | undefined) {
    super("the document has changed");
    this.move = move;
    this.now = now;
  }
}

const AT_ONCE = 8;

/** To bring a file to the disk is to wait for it. After a failure nothing new is begun, and what was begun has ended. */
async function someAtATime<T>(
  items: readonly T[],
  work: (item: T, n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed: { error: unknown } | undefined;
  const worker = async () => {
    for (let n = next++; n < items.length && failed === undefined; n = next++) {
      const item = items[n];
      if (item === undefined) continue;
      await work(item, n).catch((error: unknown) => {
        failed ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failed !== undefined) throw failed.error;
}

function moveOf(journal: PatchJournal, n: number, to: "applied" | "undone", target: Target): Move {
  const entry = journal.files[n];
  if (entry === undefined) throw new Error("a move is of a file of its journal");
  const from = to === "applied" ? "undone" : "applied";
  return { entry, n, from: hashAt(entry, from), to: hashAt(entry, to), target };
}

const hashAt = (entry: JournalFile, state: "applied" | "undone"): string =>
  state === "applied" ? entry.after_sha256 : entry.before_sha256;

const settled = ({ under_way: _, ...journal }: PatchJournal): PatchJournal => journal;

const temporaryName = (): string => `.docent-${randomBytes(12).toString("hex")}.tmp`;

const nameOf = ({ names }: { names: readonly string[] }): string => names.at(-1) ?? "";

const turned = (file: FilePatch): FilePatch => ({ ...file, hunks: reversed(file.hunks) });

/** Each judged as for reading; throws for the first that may not be changed. `gone`: those that are not there. */
async function placesOf(
  files: readonly FilePatch[],
  access: Access,
): Promise<{ places: Place[]; gone: FilePatch[] }> {
  if (files.length > patchLimits.files) {
    throw saidError("too_large", "patch.too_many", { most: patchLimits.files });
  }
  const places: Place[] = [];
  const gone: FilePatch[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    const place = await placeOf(file, access);
    if (place === undefined) {
      gone.push(file);
      continue;
    }
    const path = nodePath.join(place.root, ...place.names);
    if (seen.has(path)) throw saidError("validation", "patch.twice", { path: file.path });
    seen.add(path);
    places.push(place);
  }
  return { places, gone };
}

/** Undefined where no such file is there: it is not as the patch expects it. */
async function placeOf(file: FilePatch, access: Access): Promise<Place | undefined> {
  const verdict = await access.judge(file.path, file.root_id);
  if (verdict.kind === "refused" && verdict.missing && isThere(file.root_id, access)) {
    return undefined;
  }
  if (verdict.kind === "refused") throw refusal(verdict);
  const { root, relative_path, real_path } = verdict;
  refuseUneditable(root, real_path, access);
  // It was a file of its own when the patch was made; a link in its place leads to another one.
  if (relative_path !== file.path || root.id !== file.root_id) {
    throw saidError("path_changed", "patch.leads_elsewhere", { path: file.path });
  }
  const names = namesBelow(root.real_path, real_path);
  if (names === undefined || names.length === 0)
    throw new Error("what was judged lies in its root");
  return { file, root: root.real_path, names };
}

const isThere = (root_id: string, access: Access): boolean =>
  access.roots.some((root) => root.id === root_id && root.state === "ok" && root.editable);

function refusal({ rule, message, setting }: Refused): AppError {
  return new AppError(rule, message, setting === undefined ? {} : { setting });
}

/** Of nested roots the innermost decides as well, whichever the patch names the file by. */
function refuseUneditable(root: HealthyRoot, real_path: string, access: Access): void {
  const healthy = access.roots.filter((one) => one.state === "ok");
  const innermost = byDepth(healthy).find(
    (one) => namesBelow(one.real_path, real_path) !== undefined,
  );
  const closed = [root, ...(innermost === undefined ? [] : [innermost])].find(
    (one) => !one.editable,
  );
  if (closed !== undefined) {
    throw saidError("not_editable", "patch.not_editable", { label: closed.label });
  }
}

function readPlace({ root, names }: Place): Target | undefined {
  const folder = holdFolder(root, names.slice(0, -1));
  if (folder === undefined) return undefined;
  try {
    const target = readTarget(folder, names.at(-1) ?? "", patchLimits.bytes);
    folder.check();
    return target;
  } finally {
    folder.close();
  }
}

/** Undefined also for what has come in its place and is no file that could be replaced. */
function readWithin(read: () => Target | undefined): Target | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function inFolder<T>(
  { root, names }: JournalFile,
  work: (folder: HeldFolder) => T | Promise<T>,
): Promise<T> {
  const folder = holdFolder(root, names.slice(0, -1));
  if (folder === undefined) throw notThere();
  try {
    return await work(folder);
  } finally {
    folder.close();
  }
}

/** Undefined where the folder has gone: nothing of ours is left in it then. */
async function inFolderIfThere<T>(
  { root, names }: JournalFile,
  work: (folder: HeldFolder) => T | Promise<T>,
): Promise<T | undefined> {
  const folder = holdFolder(root, names.slice(0, -1));
  if (folder === undefined) return undefined;
  try {
    return await work(folder);
  } finally {
    folder.close();
  }
}

/** The new bytes, in the form of the old ones. Throws AppError where they could not be written back exactly. */
function patched(file: FilePatch, bytes: Buffer): Buffer {
  const { text, form } = readText(bytes);
  const after = applyHunks(text, file.hunks);
  if (after === undefined) throw saidError("validation", "patch.does_not_fit", { path: file.path });
  const written = writeText(after, form);
  if (written.length > patchLimits.bytes) {
    throw saidError("too_large", "patch.too_large", { path: file.path });
  }
  return written;
}

const MOST_SIDES = 20;
const MOST_LINES = 60;
const LONGEST_LINE = 2000;

/** Both sides of every place that the patch would change, and what stands there now. */
function conflictOf(
  file: FilePatch,
  expected_sha256: string,
  now: Buffer | undefined,
): PatchConflict {
  const { root_id, path } = file;
  const lines = now === undefined ? undefined : linesNow(now);
  const sides = file.hunks.slice(0, MOST_SIDES).map((hunk) => {
    const expected = hunk.lines.filter(({ kind }) => kind !== "come").map(({ text }) => text);
    const line = Math.max(1, hunk.old_start);
    const found = lines?.slice(line - 1, line - 1 + Math.max(1, expected.length));
    return {
      line,
      expected: shown(expected),
      ...(found === undefined ? {} : { found: shown(found) }),
    };
  });
  return {
    ...{ root_id, path, expected_sha256, sides },
    ...(now === undefined ? {} : { found_sha256: sha256(now) }),
  };
}

function linesNow(bytes: Buffer): string[] {
  try {
    return splitLines(readText(bytes).text);
  } catch {
    return []; // no text any more
  }
}

const shown = (lines: readonly string[]): string[] =>
  lines.slice(0, MOST_LINES).map((line) => line.replace(/\r$/, "").slice(0, LONGEST_LINE));
