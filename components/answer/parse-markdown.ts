import MarkdownIt from "markdown-it";
import { readHtmlTags } from "#lib/markdown/html-tags";
import { readShortcodes } from "#lib/markdown/shortcodes";

/** Markdown of documents, for answers and excerpts, read as the worker reads it for sources. No bare address becomes a link. */
export const markdown = new MarkdownIt("default", { linkify: false });
readHtmlTags(markdown, "answer");
readShortcodes(markdown);
