/**
 * What in a piece of HTML could load, run, send or hide where it leads. Read by itself, without the renderer's own
 * rules: every `<` must begin a tag of the list, every attribute must be of the list, and an address must be on the web.
 */
const tags = new Set(
  "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul".split(
    " ",
  ),
);
const attributes = new Set(
  "class data-href data-language data-line data-line-end data-rule href rel start style target title".split(
    " ",
  ),
);
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/g;
const attribute = /([a-z-]+)(?:="([^"]*)")?/g;

export function activeMarkup(html: string): string[] {
  const found: string[] = [];
  const left = html.replace(tag, (whole, _close, name: string, rest: string) => {
    if (!tags.has(name)) found.push(whole);
    for (const [, key = "", value = ""] of rest.matchAll(attribute)) {
      if (!attributes.has(key)) found.push(whole);
      if (key === "href" && !/^(https?:\/\/|mailto:)/.test(value)) found.push(whole);
      if (key === "style" && !/^text-align:(left|center|right)$/.test(value)) found.push(whole);
    }
    if (name === "a" && rest.includes(" href=") && !rest.includes('rel="noopener noreferrer"')) {
      found.push(whole);
    }
    return "";
  });
  if (/[<>]/.test(left))
    found.push(left.slice(Math.max(0, left.search(/[<>]/) - 40)).slice(0, 120));
  return found;
}
