import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import en from "#lib/contracts/messages/en";
import zhCN from "#lib/contracts/messages/zh-CN";
import { type Page, project } from "./handbook-pages.ts";

/**
 * The controls of the page, read from the components: what stands in a button, a link or a label, and the names of icon
 * buttons. A text with a parameter ("3 more") has no fixed name and is left out.
 */
type Lang = Page["lang"];

const elements = [
  /<(button|FoldButton|Link|a|label|legend)\b[\s\S]*?<\/\1>/g,
  /<(?:AskSwitch|CopyButton|EmbeddingField|IconButton|IndexAct|ModelNames|PageLink|ProviderCards|ToastAct)\b[\s\S]*?\bname=\{\w+\([^()]*\)\}/g,
  /<SaveForm\b[\s\S]*?\bcancel=\{\w+\([^()]*\)\}/g,
  /<RadioSegments\b[\s\S]*?\/>/g,
  // The two buttons of a ConfirmDialog, that which closes a TitledDialog, and those of TestAndSave.
  /^\s*(?:keep|act|close|test|save)=\{\w+\([^()]*\)\}$/gm,
];

/** Keys of the page's catalogue. `t(`themes.${choice}`)` stands for every key below `themes`. */
function controlKeys(): string[] {
  const keys = new Set<string>();
  const all = [...catalogue("en").keys()];
  for (const file of componentFiles()) {
    const source = readFileSync(file, "utf8");
    const translators = [...source.matchAll(/const (\w+) = useTranslations\("([\w.]+)"\)/g)];
    for (const element of elements.flatMap((pattern) => source.match(pattern) ?? [])) {
      for (const [, variable, namespace] of translators) {
        for (const [, args] of element.matchAll(new RegExp(`\\b${variable}\\(([^()]*)\\)`, "g"))) {
          for (const [, key] of (args ?? "").matchAll(/"([\w.]+)"/g))
            keys.add(`${namespace}.${key}`);
          const [, group] = /`([\w.]+\.)\$\{/.exec(args ?? "") ?? [];
          if (group === undefined) continue;
          for (const key of all) if (key.startsWith(`${namespace}.${group}`)) keys.add(key);
        }
      }
    }
  }
  return [...keys].filter((key) => isName(catalogue("en").get(key)));
}

/** The labels of the page's controls, and of the next steps that an answer brings with it. */
export function controlNames(lang: Lang): string[] {
  const texts = catalogue(lang);
  const steps = Object.values({ en, "zh-CN": zhCN }[lang].gap.step).filter(isName);
  return [...new Set([...controlKeys().map((key) => texts.get(key) ?? key), ...steps])];
}

function isName(text: string | undefined): boolean {
  return text !== undefined && !text.includes("{") && /\p{L}/u.test(text);
}

/** The page's own catalogue, flat: `side.settings` -> its text. */
function catalogue(lang: Lang): Map<string, string> {
  const file = path.join(project, "components", "messages", `${lang}.json`);
  return new Map(leaves(JSON.parse(readFileSync(file, "utf8"))));
}

function leaves(value: unknown, prefix = ""): [string, string][] {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(z.record(z.string(), z.unknown()).parse(value)).flatMap(([key, child]) =>
    leaves(child, prefix === "" ? key : `${prefix}.${key}`),
  );
}

function componentFiles(): string[] {
  return ["components", "app"].flatMap((folder) =>
    readdirSync(path.join(project, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => path.join(project, folder, name)),
  );
}
