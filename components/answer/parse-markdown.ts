import MarkdownIt from "markdown-it";

/**
 * Markdown of documents, for answers and excerpts: raw HTML is text, and no bare address becomes a link. Of tags that
 * only lay words out, those are shown as what they mean that Markdown has a mark for, and the others not at all.
 */
export const markdown = new MarkdownIt("default", { html: false, linkify: false });

const layout =
  /<\/?(a|abbr|b|br|center|details|dfn|div|em|font|h[1-6]|i|img|kbd|li|ol|p|picture|small|span|strong|summary|u|ul|var)(?:\s[^<>]*)?\/?>/iy;
const code =
  /<code(?:\s[^<>]*)?>((?:[^<>]|<\/?(?:a|b|em|i|span|strong|var)(?:\s[^<>]*)?>)*)<\/code>/iy;
const raised = /<(su[bp])>([^<>]*)<\/\1>/iy;
const breaks = /^(?:br|center|details|div|h[1-6]|li|ol|p|summary|ul)$/i;

/** "The <p> element": of a pair there is only one, so it is spoken of. One with a line of its own is none of its words. */
function isNamed(src: string, { 0: tag, 1: name = "", index }: RegExpExecArray): boolean {
  if (/[\s/]/.test(tag.slice(2)) || /^(?:br|img)$/i.test(name)) return false;
  const line = src.slice(src.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
  if (line.trim() === tag) return false;
  return tag.startsWith("</")
    ? !src.slice(0, index).includes(`<${name}`)
    : !src.includes(`</${name}`, index);
}

markdown.inline.ruler.before("html_inline", "layout_tags", (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== "<") return false;
  const at = (pattern: RegExp) => {
    pattern.lastIndex = pos;
    return pattern.exec(src);
  };
  const [found, kind] =
    [at(code), at(raised), at(layout)].flatMap((hit, i) => (hit ? [[hit, i] as const] : []))[0] ??
    [];
  if (found === undefined || (kind === 2 && isNamed(src, found))) return false;
  if (!silent) {
    if (kind === 0) {
      const words = (found[1] ?? "").replace(/<[^<>]*>/g, "");
      state.push("code_inline", "code", 0).content = markdown.utils.unescapeAll(words);
    } else if (kind === 1) {
      const tag = (found[1] ?? "").toLowerCase();
      // Without the mark 2<sup>64</sup> would be 264 where only words are shown.
      state.push(`${tag}_open`, tag, 1).content = tag === "sup" ? "^" : "_";
      state.push("text", "", 0).content = markdown.utils.unescapeAll(found[2] ?? "");
      state.push(`${tag}_close`, tag, -1);
    } else if (breaks.test(found[1] ?? "")) {
      // No break of a line of the file, which is what the others stand for.
      state.push(/^br$/i.test(found[1] ?? "") ? "new_line" : "text", "", 0).content = " ";
    }
  }
  state.pos += found[0].length;
  return true;
});
