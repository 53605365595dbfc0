import { parseHTML } from "linkedom";

/** Where a page of search results has what is wanted, as CSS selectors. */
export type ResultPlaces = {
  item: string;
  link: string;
  snippet: string;
  /** Present on a page that says that nothing was found. */
  nothing: string;
  /** Present on a page that wants to know whether a person asks. */
  challenge: string;
};
export type FoundResults =
  | { kind: "results"; items: { title: string; href: string; snippet: string }[] }
  | { kind: "challenge" }
  | { kind: "unknown_page" };

/** The results that stand on a page of a search service, as it has them. Runs in the worker. */
export function readResults(html: string, places: ResultPlaces, most: number): FoundResults {
  const { document } = parseHTML(html);
  if (document.querySelector(places.challenge) !== null) return { kind: "challenge" };
  const items = [...document.querySelectorAll(places.item)].slice(0, most).flatMap((item) => {
    const link = item.querySelector(places.link);
    const href = link?.getAttribute("href") ?? "";
    const snippet = item.querySelector(places.snippet)?.textContent ?? "";
    return link === null || href === "" ? [] : [{ title: link.textContent ?? "", href, snippet }];
  });
  if (items.length > 0 || document.querySelector(places.nothing) !== null) {
    return { kind: "results", items };
  }
  return { kind: "unknown_page" };
}
