"use client";
import type { Token } from "markdown-it";
import {
  type ComponentType,
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
} from "react";
import { saysHost, webAddress } from "#lib/contracts/web-address";
import { MarkedText } from "../parts/marked-text.tsx";
import { BlockedImage } from "./blocked-image.tsx";
import { markdown } from "./parse-markdown.ts";
import { splitTail } from "./split-tail.ts";

/**
 * Markdown of documents as React nodes, never as HTML: raw tags are text but for those that only lay words out, only web and mail addresses become links and
 * say their host, an image is its words. `tail` (the chips) is set before the final full stop; `words` are marked.
 */
export function InlineMarkdown(props: {
  text: string;
  tail?: ReactNode;
  words?: readonly string[];
}) {
  const tokens = markdown.parseInline(props.text.trim(), {})[0]?.children ?? [];
  return <>{withTail(tokens, props.tail, props.words)}</>;
}

/** Tokens of one line of an excerpt, the given words marked. */
export function ExcerptMarkdown({ tokens, words }: { tokens: Token[]; words: readonly string[] }) {
  return <>{nodesOf(tokens, words)}</>;
}

/** Cells of a Markdown table as tokens. */
export type Table = { titles: Token[][][]; rows: Token[][][] };

/** Undefined for a text that holds no table. A header without words is none. */
export function readTable(text: string): Table | undefined {
  const table: Table = { titles: [], rows: [] };
  let into = table.rows;
  for (const token of markdown.parse(text, {})) {
    if (token.type === "thead_open") into = table.titles;
    else if (token.type === "thead_close") into = table.rows;
    else if (token.type === "tr_open") into.push([]);
    else if (token.type === "inline") into.at(-1)?.push(token.children ?? []);
  }
  const { titles, rows } = table;
  if (titles.length + rows.length === 0) return undefined;
  return { titles: titles.filter((cells) => cells.some(({ length }) => length > 0)), rows };
}

/** The header and the first rows, so many at most; `tail` is set behind the last words. */
export function TableRows(props: { table: Table; most?: number; tail?: ReactNode }) {
  const { titles, rows } = props.table;
  const shown = rows.slice(0, props.most);
  return (
    <table>
      {titles.length === 0 ? null : (
        <thead>{titles.map((cells, i) => tableRow({ cells, Cell: "th", key: i }))}</thead>
      )}
      <tbody>
        {shown.map((cells, i) => {
          const tail = i === shown.length - 1 ? props.tail : undefined;
          return tableRow({ cells, Cell: "td", key: i, tail });
        })}
      </tbody>
    </table>
  );
}

/** A Markdown table whole; anything else in the text is shown as it is written. */
export function TableMarkdown({ text }: { text: string }) {
  const table = readTable(text);
  return table === undefined ? <pre>{text}</pre> : <TableRows table={table} />;
}

/** So many columns are in view without scrolling; of a wider table the first cell carries the tail. */
const inView = 5;

function tableRow(row: {
  cells: Token[][];
  Cell: "th" | "td";
  key: number;
  tail?: ReactNode;
}): ReactNode {
  const { cells, Cell, key, tail } = row;
  const holdsWords = ({ length }: Token[]) => length > 0;
  const last =
    cells.length > inView ? cells.findIndex(holdsWords) : cells.findLastIndex(holdsWords);
  return (
    <tr key={key}>
      {cells.map((cell, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a finished table have no other name and never move.
        <Cell key={i} scope={Cell === "th" ? "col" : undefined}>
          {withTail(cell, i === last ? tail : undefined)}
        </Cell>
      ))}
    </tr>
  );
}

function withTail(tokens: Token[], tail: ReactNode, words: readonly string[] = []): ReactNode {
  if (tail === undefined || tail === null) return nodesOf(tokens, words);
  const last = tokens.at(-1);
  if (last?.type !== "text") {
    return (
      <>
        {nodesOf(tokens, words)}
        {joiner}
        <span className="tail">{tail}</span>
      </>
    );
  }
  const { lead, word, stop } = splitTail(last.content);
  return (
    <>
      {nodesOf(tokens.slice(0, -1), words)}
      <MarkedText text={lead} words={words} />
      {lead === "" && word === "" && tokens.length > 1 ? joiner : null}
      <span className="tail">
        <MarkedText text={word} words={words} />
        {tail}
        {stop}
      </span>
    </>
  );
}

/** Word joiner: keeps the chips on the line of what they follow. */
const joiner = "\u2060";

/**
 * Nested marks are built with a stack: `open` tokens push, `close` tokens wrap what came between, and so does the end.
 * `marked` are words to be marked where they stand.
 */
function nodesOf(tokens: readonly Token[], marked: readonly string[] = []): ReactNode {
  const stack: Level[] = [{ token: undefined, nodes: [], words: "" }];
  const add = (node: ReactNode, words: string) => {
    const level = stack.at(-1);
    level?.nodes.push(node);
    if (level !== undefined) level.words += words;
  };
  const close = (key: number) => {
    const closed = stack.length > 1 ? stack.pop() : undefined;
    if (closed?.token !== undefined) add(wrap(closed.token, closed, key), closed.words);
  };
  tokens.forEach((token, i) => {
    if (token.nesting === 1) stack.push({ token, nodes: [], words: "" });
    else if (token.nesting === -1) close(i);
    else add(leaf(token, i, marked), token.content);
  });
  while (stack.length > 1) close(tokens.length + stack.length);
  return stack[0]?.nodes;
}

/** `words` is what the nodes say, without marks. */
type Level = { token: Token | undefined; nodes: ReactNode[]; words: string };

function leaf(token: Token, key: number, marked: readonly string[]): ReactNode {
  const text =
    marked.length === 0 ? (
      token.content
    ) : (
      <MarkedText key={key} text={token.content} words={marked} />
    );
  switch (token.type) {
    case "code_inline":
      return <code key={key}>{text}</code>;
    case "hardbreak":
    case "new_line":
      return <br key={key} />;
    case "softbreak":
      return " ";
    case "image":
      return (
        <BlockedImage key={key} words={token.content} source={String(token.attrGet("src") ?? "")} />
      );
    default:
      return text;
  }
}

function wrap(token: Token, level: Level, key: number): ReactNode {
  const { nodes } = level;
  switch (token.type) {
    case "strong_open":
      return <strong key={key}>{nodes}</strong>;
    case "em_open":
      return <em key={key}>{nodes}</em>;
    case "s_open":
      return <s key={key}>{nodes}</s>;
    case "html_mark":
      return createElement(token.tag, { key }, nodes); // of a closed list, see `readHtmlTags`
    case "link_open":
      return link(String(token.attrGet("href") ?? ""), level, key);
    default:
      return <Fragment key={key}>{nodes}</Fragment>;
  }
}

/** What a link becomes that leads to no web page: its words, or what a page above makes of it. */
export const LinkWithin = createContext<ComponentType<{ href: string; children: ReactNode }>>(
  ({ children }) => children,
);

function OtherLink(props: { href: string; children: ReactNode }) {
  const Link = useContext(LinkWithin);
  return <Link {...props} />;
}

function link(href: string, { nodes, words }: Level, key: number): ReactNode {
  const address = webAddress(href);
  if (address === undefined) {
    return (
      <OtherLink key={key} href={href}>
        {nodes}
      </OtherLink>
    );
  }
  return (
    <a key={key} href={address.href} target="_blank" rel="noopener noreferrer" title={address.href}>
      {nodes}
      {saysHost(words, address) ? null : (
        <>
          {" "}
          <span className="link-host">{address.host}</span>
        </>
      )}
    </a>
  );
}
