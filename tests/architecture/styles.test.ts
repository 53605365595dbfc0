import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const sheets = path.join(root, "components", "styles");
const globals = readFileSync(path.join(root, "app", "globals.css"), "utf8");

/** Utilities of Tailwind that say how something looks, or at which width of the page: both are said in a style sheet. */
const looks =
  /^(?:text-(?:mini|meta|base|box|question|title|left|center|right)|font-|leading-|tracking-|(?:bg|text|border|fill|stroke|accent|ring|outline|decoration|divide|shadow|rounded|opacity)-|uppercase$|italic$|underline$|shadow$|border$|rounded$|(?:[\w[\]-]*(?:sm|md|lg|xl|max|min|dark|hover|focus|print)[\w[\]-]*):)/;

describe("the style of the page (docs/decisions/0021)", () => {
  it("is in style sheets of its own: no utility of a component says how something looks", () => {
    const own = new Set(sheetNames().flatMap((name) => classesIn(readFileSync(name, "utf8"))));
    const found = componentFiles().flatMap((file) =>
      classNames(readFileSync(path.join(root, file), "utf8"))
        .filter((name) => looks.test(name) && !own.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("comes from every sheet once, in the layer of components or of the base", () => {
    const imported = [
      ...globals.matchAll(/"\.\.\/components\/styles\/([\w-]+\.css)" layer\((\w+)\)/g),
    ];
    expect(imported.map(([, name]) => name).sort()).toEqual(readdirSync(sheets).sort());
    expect([...new Set(imported.map(([, , layer]) => layer))].sort()).toEqual([
      "base",
      "components",
    ]);
  });

  it("takes nothing over with @apply", () => {
    const taken = sheetNames().filter((name) => readFileSync(name, "utf8").includes("@apply"));
    expect(taken).toEqual([]);
  });

  it("finds a look where there is one", () => {
    const names = classNames('<p className="mt-3 font-semibold max-[899px]:hidden bg-paper" />');
    expect(names.filter((name) => looks.test(name))).toEqual([
      "font-semibold",
      "max-[899px]:hidden",
      "bg-paper",
    ]);
  });
});

function sheetNames(): string[] {
  return readdirSync(sheets).map((name) => path.join(sheets, name));
}

function classesIn(css: string): string[] {
  return [...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? "");
}

/** What stands in quotation marks in a `className`, word by word. */
function classNames(source: string): string[] {
  return [...source.matchAll(/[cC]lass(?:Name)?=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(
    ([, plain, computed]) =>
      (plain ?? [...(computed ?? "").matchAll(/["`]([^"`]*)["`]/g)].map(([, one]) => one).join(" "))
        .split(/\s+/)
        .filter((name) => name !== ""),
  );
}

function componentFiles(): string[] {
  return ["components", "app"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => path.join(folder, name)),
  );
}
