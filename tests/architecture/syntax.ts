import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";

/** Reading the program's own source by its syntax, for the rules that no type can state. */
export type Node = { type?: unknown; [part: string]: unknown };

export const project = path.resolve(import.meta.dirname, "../..");

export function parse(source: string, tsx = false): Node {
  return parseSync(source, { syntax: "typescript", tsx, target: "es2022" }) as unknown as Node; // its tree is walked by names
}

/** Every node of a tree, the outer first. */
export function* nodesOf(tree: unknown): Generator<Node> {
  if (tree === null || typeof tree !== "object") return;
  if ("type" in tree) yield tree as Node; // an object of the tree, whose parts are unknown
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

/** The TypeScript files below a folder of the project, as paths from it. */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(project, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => path.join(folder, name));

export const sourceOf = (file: string): string => readFileSync(path.join(project, file), "utf8");
