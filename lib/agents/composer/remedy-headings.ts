/** Headings of pages that help against an error, by the end of a breadcrumb: what to do stands under them. */
export function headsRemedy(heading: string | undefined): boolean {
  return remedy.test(heading ?? "");
}

/** … and those of why it comes. */
export function headsCause(heading: string | undefined): boolean {
  return cause.test(heading ?? "");
}

const remedy =
  /^\W*(?:resolutions?|solutions?|fix(?:es|ing)?|workarounds?|remed(?:y|ies)|(?:how|what) to (?:do|fix|solve|resolve))\b|^\W*(?:如何)?(?:解决|解決|处理|處理|修复|修復)/i;
const cause = /^\W*(?:causes?|reasons?)\b|^\W*(?:产生|產生|问题|問題|出错|出錯)?原因/i;
