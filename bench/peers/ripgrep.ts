import { spawnSync } from "node:child_process";
import { tokenize } from "#lib/language/words";

/**
 * `rg -c` over the folder for any of the question's words: what a person or a program without an index would do. It
 * counts lines and ranks nothing.
 */
export const ripgrepSettings = "rg -c -i -F, one -e for each word of the question, Markdown only";

/** The version that is installed; undefined when there is none. */
export function findRipgrep(): string | undefined {
  const { status, stdout } = spawnSync("rg", ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.split("\n")[0] : undefined;
}

/** Milliseconds of one run, its start included. */
export function timeRipgrep(dir: string, question: string): number {
  const words = new Set(
    tokenize(question).flatMap((token) =>
      token.stop || token.kind === "part" || token.kind === "han_single"
        ? []
        : [question.slice(token.start, token.end)],
    ),
  );
  const patterns = [...words].flatMap((word) => ["-e", word]);
  const began = performance.now();
  const { status, error } = spawnSync(
    "rg",
    ["-c", "-i", "-F", "-g", "*.{md,markdown,mdx}", ...patterns, "."],
    {
      cwd: dir,
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (error !== undefined || (status !== 0 && status !== 1)) {
    throw new Error(`rg ended with ${error?.message ?? status}.`);
  }
  return performance.now() - began;
}
