"use client";
import type { Token } from "markdown-it";
import type { ReactNode } from "react";
import { ExcerptMarkdown, LinkWithin } from "../answer/markdown-nodes.tsx";
import { markdown } from "../answer/parse-markdown.ts";
import { FilePlace, readFileLink } from "./file-place.tsx";

/**
 * A report in Markdown, as React nodes and never as HTML. Its headings stand below those of the page, and its links to files
 * of the folders open them.
 */
export function MarkdownText({ text }: { text: string }) {
  return (
    <LinkWithin value={ReportLink}>
      <div className="task-report">{blocksOf(markdown.parse(text, {}))}</div>
    </LinkWithin>
  );
}

function ReportLink({ href, children }: { href: string; children: ReactNode }) {
  const place = readFileLink(href);
  return place === undefined ? children : <FilePlace {...place}>{children}</FilePlace>;
}

type Level = { token: Token | undefined; nodes: ReactNode[] };

function blocksOf(tokens: readonly Token[]): ReactNode {
  const stack: Level[] = [{ token: undefined, nodes: [] }];
  tokens.forEach((token, i) => {
    if (token.nesting === 1) {
      stack.push({ token, nodes: [] });
      return;
    }
    if (token.nesting === 0) {
      stack.at(-1)?.nodes.push(leaf(token, i));
      return;
    }
    const closed = stack.length > 1 ? stack.pop() : undefined;
    if (closed?.token !== undefined) stack.at(-1)?.nodes.push(wrap(closed.token, closed.nodes, i));
  });
  return stack[0]?.nodes;
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "inline":
      return <ExcerptMarkdown key={key} tokens={token.children ?? []} words={[]} />;
    case "fence":
    case "code_block":
      return (
        <pre key={key} className="output">
          {token.content}
        </pre>
      );
    case "hr":
      return <hr key={key} />;
    default:
      return token.content;
  }
}

function wrap(token: Token, nodes: ReactNode[], key: number): ReactNode {
  switch (token.type) {
    case "heading_open":
      return token.tag === "h1" ? (
        <h3 key={key}>{nodes}</h3>
      ) : token.tag === "h2" ? (
        <h4 key={key}>{nodes}</h4>
      ) : (
        <h5 key={key}>{nodes}</h5>
      );
    case "paragraph_open":
      return token.hidden ? <span key={key}>{nodes}</span> : <p key={key}>{nodes}</p>;
    case "bullet_list_open":
      return <ul key={key}>{nodes}</ul>;
    case "ordered_list_open":
      return <ol key={key}>{nodes}</ol>;
    case "list_item_open":
      return <li key={key}>{nodes}</li>;
    case "blockquote_open":
      return <blockquote key={key}>{nodes}</blockquote>;
    case "table_open":
      return <table key={key}>{nodes}</table>;
    case "thead_open":
      return <thead key={key}>{nodes}</thead>;
    case "tbody_open":
      return <tbody key={key}>{nodes}</tbody>;
    case "tr_open":
      return <tr key={key}>{nodes}</tr>;
    case "th_open":
      return (
        <th key={key} scope="col">
          {nodes}
        </th>
      );
    case "td_open":
      return <td key={key}>{nodes}</td>;
    default:
      return <div key={key}>{nodes}</div>;
  }
}
