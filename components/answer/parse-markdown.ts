import MarkdownIt from "markdown-it";

/** Markdown of documents, for answers and excerpts: raw HTML is text, and no bare address becomes a link. */
export const markdown = new MarkdownIt("default", { html: false, linkify: false });
