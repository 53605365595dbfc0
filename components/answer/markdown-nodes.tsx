import MarkdownIt, { type Token } from "markdown-it";
import { Fragment, type ReactNode } from "react";
import { splitTail } from "./split-tail.ts";

/**
 * Markdown of documents as React nodes, never as HTML: raw tags are text, only web and mail addresses become links,
 * an image is its words. `tail` (the chips) is set before the final full stop.
 */
const markdown = new MarkdownIt("default", { html: false, linkify: false });

export function InlineMarkdown({ text, tail }: { text: string; tail?: ReactNode }) {
  const tokens = markdown.parseInline(text.trim(), {})[0]?.children ?? [];
  return <>{withTail(tokens, tail)}</>;
}

/** The words of a piece of Markdown without its marks, on one line; for excerpts. */
export function plainWords(text: string): string {
  return markdown
    .parse(text, {})
    .map((token) => (token.type === "inline" ? inlineWords(token) : token.content))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

const inlineWords = (token: Token): string =>
  (token.children ?? []).map((child) => (/break$/.test(child.type) ? " " : child.content)).join("");

/** A Markdown table with its header; anything else in the text is shown as it is written. */
export function TableMarkdown({ text }: { text: string }) {
  const tokens = markdown.parse(text, {});
  const rows: { header: boolean; cells: Token[][] }[] = [];
  let header = false;
  for (const token of tokens) {
    if (token.type === "thead_open") header = true;
    else if (token.type === "thead_close") header = false;
    else if (token.type === "tr_open") rows.push({ header, cells: [] });
    else if (token.type === "inline") rows.at(-1)?.cells.push(token.children ?? []);
  }
  if (rows.length === 0) return <pre>{text}</pre>;
  return (
    <table>
      <thead>
        {rows.filter((row) => row.header).map((row, i) => tableRow(row.cells, "th", i))}
      </thead>
      <tbody>
        {rows.filter((row) => !row.header).map((row, i) => tableRow(row.cells, "td", i))}
      </tbody>
    </table>
  );
}

function tableRow(cells: Token[][], Cell: "th" | "td", key: number): ReactNode {
  return (
    <tr key={key}>
      {cells.map((cell, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a finished table have no other name and never move.
        <Cell key={i} scope={Cell === "th" ? "col" : undefined}>
          {nodesOf(cell)}
        </Cell>
      ))}
    </tr>
  );
}

function withTail(tokens: Token[], tail: ReactNode): ReactNode {
  if (tail === undefined || tail === null) return nodesOf(tokens);
  const last = tokens.at(-1);
  if (last?.type !== "text") {
    return (
      <>
        {nodesOf(tokens)}
        {joiner}
        <span className="tail">{tail}</span>
      </>
    );
  }
  const { lead, word, stop } = splitTail(last.content);
  return (
    <>
      {nodesOf(tokens.slice(0, -1))}
      {lead}
      {lead === "" && word === "" && tokens.length > 1 ? joiner : null}
      <span className="tail">
        {word}
        {tail}
        {stop}
      </span>
    </>
  );
}

/** Word joiner: keeps the chips on the line of what they follow. */
const joiner = "\u2060";

/** Nested marks are built with a stack: `open` tokens push, `close` tokens wrap what came between. */
function nodesOf(tokens: readonly Token[]): ReactNode {
  const stack: { token: Token | undefined; nodes: ReactNode[] }[] = [
    { token: undefined, nodes: [] },
  ];
  const add = (node: ReactNode) => stack.at(-1)?.nodes.push(node);
  tokens.forEach((token, i) => {
    if (token.nesting === 1) {
      stack.push({ token, nodes: [] });
    } else if (token.nesting === -1) {
      const closed = stack.length > 1 ? stack.pop() : undefined;
      if (closed?.token !== undefined) add(wrap(closed.token, closed.nodes, i));
    } else {
      add(leaf(token, i));
    }
  });
  return stack.flatMap((level) => level.nodes);
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "code_inline":
      return <code key={key}>{token.content}</code>;
    case "hardbreak":
      return <br key={key} />;
    case "softbreak":
      return " ";
    default:
      return token.content;
  }
}

function wrap(token: Token, nodes: ReactNode[], key: number): ReactNode {
  switch (token.type) {
    case "strong_open":
      return <strong key={key}>{nodes}</strong>;
    case "em_open":
      return <em key={key}>{nodes}</em>;
    case "s_open":
      return <s key={key}>{nodes}</s>;
    case "link_open":
      return link(String(token.attrGet("href") ?? ""), nodes, key);
    default:
      return <Fragment key={key}>{nodes}</Fragment>;
  }
}

function link(href: string, nodes: ReactNode[], key: number): ReactNode {
  if (!/^(https?:|mailto:)/i.test(href)) return <Fragment key={key}>{nodes}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {nodes}
    </a>
  );
}
