import { Parser } from "htmlparser2";

/**
 * An SVG drawing, read and judged and never drawn. It may hold what a browser paints by itself; a script, an address
 * elsewhere, a declaration of entities, or parts that use each other over and over refuse it, by a reason in words. `words`
 * are its texts. Entities of its own are never expanded. Pure.
 */
export type Drawing =
  | { kind: "drawing"; width?: number; height?: number; words: string }
  | { kind: "refused"; reason: string }
  /** No drawing at all. */
  | { kind: "none" };

export const drawingLimits = {
  elements: 20_000,
  /** With every part counted as often as it is used. */
  painted: 60_000,
  /** How often it names one of its own parts. */
  uses: 20_000,
  depth: 200,
  filters: 300,
  words: 6_000,
} as const;

/** Elements that run, load or hold something else than a picture. */
const refusedElements: ReadonlySet<string> = new Set([
  ...["script", "handler", "listener", "iframe", "frame", "object", "embed", "applet"],
  ...["audio", "video", "source", "track", "link", "meta", "base", "form", "portal"],
]);
const wordElements: ReadonlySet<string> = new Set([
  ...["text", "tspan", "textpath", "title", "desc"],
  ...["div", "span", "p", "b", "i", "strong", "em", "td", "th", "li"],
]);

class Refused extends Error {}

export function readDrawing(bytes: Uint8Array): Drawing {
  const text = decoded(bytes);
  if (text === undefined || !/<svg[\s>/]/i.test(text.slice(0, 65_536))) return { kind: "none" };
  if (!/^\uFEFF?\s*<(?:\?xml|!doctype|!--|svg)/i.test(text)) return { kind: "none" };
  if (/<!entity/i.test(text) || declaresWithin(text)) {
    return { kind: "refused", reason: "it declares entities" };
  }
  if (/<\?xml-stylesheet/i.test(text)) {
    return { kind: "refused", reason: "it asks for a style sheet" };
  }
  try {
    return walk(text);
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", reason: error.message };
    return { kind: "none" };
  }
}

/** A document type with declarations of its own, wherever it stands. */
function declaresWithin(text: string): boolean {
  for (const [declared] of text.matchAll(/<!doctype[^>]*/gi)) {
    if (declared.includes("[")) return true;
  }
  return false;
}

function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A part that others can use: how many elements it holds, and which parts it uses itself. */
type Part = { elements: number; uses: string[] };

function walk(text: string): Drawing {
  const whole: Part = { elements: 0, uses: [] };
  const parts = new Map<string, Part>();
  /** Of each open element its name, and the part that it begins. */
  const open: { name: string; part: Part | undefined }[] = [];
  const words: string[] = [];
  let letters = 0;
  let filters = 0;
  let uses = 0;
  let root: Record<string, string> | undefined;
  let style = "";

  const use = (id: string) => {
    uses += 1;
    if (uses > drawingLimits.uses) throw new Refused("it uses its own parts too often");
    for (const part of [whole, ...open.flatMap(({ part }) => part ?? [])]) part.uses.push(id);
  };

  const parser = new Parser(
    {
      onopentag(given, attributes) {
        const name = localName(given);
        if (root === undefined) {
          if (name !== "svg") throw new Refused("it does not begin with svg");
          root = attributes;
        }
        if (refusedElements.has(name)) throw new Refused(`it holds <${name}>`);
        if (name.startsWith("fe")) filters += 1;
        if (open.length >= drawingLimits.depth || whole.elements >= drawingLimits.elements)
          throw new Refused("it holds too many elements");
        if (filters > drawingLimits.filters) throw new Refused("it holds too many filters");
        const id = attributes.id;
        const part = id === undefined || id === "" ? undefined : { elements: 0, uses: [] };
        if (part !== undefined && id !== undefined && !parts.has(id)) parts.set(id, part);
        open.push({ name, part });
        whole.elements += 1;
        for (const one of open) if (one.part !== undefined) one.part.elements += 1;
        for (const [attribute, value] of Object.entries(attributes)) {
          judgeAttribute(name, localName(attribute), value);
          for (const used of usedIn(localName(attribute), value, name)) use(used);
        }
      },
      onclosetag() {
        open.pop();
      },
      ontext(piece) {
        const name = open.at(-1)?.name ?? "";
        if (name === "style") style += piece;
        else if (wordElements.has(name) && letters < drawingLimits.words) {
          const said = piece.trim();
          if (said !== "") words.push(said);
          letters += said.length;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (root === undefined) return { kind: "none" };
  judgeStyle(style);
  if (painted(whole, parts) > drawingLimits.painted)
    throw new Refused("its parts use each other over and over");
  return {
    kind: "drawing",
    ...sizeOf(root),
    words: words.join("\n").slice(0, drawingLimits.words),
  };
}

const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1).toLowerCase();

function judgeAttribute(element: string, attribute: string, value: string): void {
  if (/^on[a-z]/.test(attribute)) throw new Refused(`it holds a script in ${attribute}`);
  if (/^\s*(?:javascript|vbscript)\s*:/i.test(withoutBlanks(value)))
    throw new Refused(`it holds a script in ${attribute}`);
  if (attribute === "href" || attribute === "src") {
    // Where a link would lead nobody goes: in a picture nothing can be pressed.
    if (element === "a" || isWithin(value)) return;
    throw new Refused("it refers to another place");
  }
  if (attribute === "style" || value.includes("url(")) judgeStyle(value);
}

const withoutBlanks = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, "");

/** A part of the drawing itself, or a picture that is written into it. */
const isWithin = (target: string): boolean =>
  /^\s*(?:#|$|data:image\/(?:png|jpe?g|gif|webp)[;,])/i.test(target);

function judgeStyle(style: string): void {
  if (/@import|expression\s*\(|-moz-binding|\\[0-9a-f]/i.test(style))
    throw new Refused("its style asks for another place");
  for (const [, target = ""] of style.matchAll(/url\(\s*["']?([^"')]{0,200})/gi)) {
    const font = /^data:(?:font|application)\/[\w.+-]+[;,]/i.test(target);
    if (!isWithin(target) && !font) throw new Refused("its style asks for another place");
  }
}

/** Ids of the parts that an attribute brings in. */
function usedIn(attribute: string, value: string, element: string): string[] {
  if (attribute === "href") {
    const target = value.trim();
    return target.startsWith("#") && target !== "#" && element !== "a" ? [target.slice(1)] : [];
  }
  return [...value.matchAll(/url\(\s*["']?#([^"')\s]{1,200})/g)].flatMap(([, id]) => id ?? []);
}

/** How many elements are painted when each part is painted as often as it is used. */
function painted(whole: Part, parts: ReadonlyMap<string, Part>): number {
  const known = new Map<Part, number>();
  const under = new Set<Part>();
  const count = (part: Part): number => {
    const before = known.get(part);
    if (before !== undefined) return before;
    if (under.has(part) || under.size > drawingLimits.depth)
      throw new Refused("its parts use each other over and over");
    under.add(part);
    let sum = part.elements;
    for (const id of part.uses) {
      const used = parts.get(id);
      if (used === undefined) continue;
      sum += count(used);
      if (sum > drawingLimits.painted) break;
    }
    under.delete(part);
    known.set(part, sum);
    return sum;
  };
  return count(whole);
}

/** By its own width and height in pixels, else by its view box. */
function sizeOf({ width, height, viewBox }: Record<string, string>) {
  const own = [width, height].map((size) => /^([\d.]+)\s*(?:px)?$/.exec(size?.trim() ?? "")?.[1]);
  const box = /^\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(viewBox ?? "");
  const sizes = own.every((size) => size !== undefined) ? own : [box?.[1], box?.[2]];
  const [w = 0, h = 0] = sizes.map((size) => Math.round(Number(size ?? 0)));
  return w >= 1 && h >= 1 && w < 100_000 && h < 100_000 ? { width: w, height: h } : {};
}
