/** Headings of pages that help against an error, by the end of a breadcrumb: what to do stands under them. */
export function headsRemedy(heading: string | undefined): boolean {
  return remedy.test(heading ?? "");
}

/** … and those of why it comes. */
export function headsCause(heading: string | undefined): boolean {
  return cause.test(heading ?? "");
}

const remedy =
  /^[^\p{L}]*(?:(?:resolutions?|solutions?|fix(?:es|ing)?|workarounds?|remed(?:y|ies)|what (?:to do|went wrong|happened)|how to (?:fix|solve|resolve))\b|(?:如何|怎么|怎麼|怎样|怎樣)(?:解决|解決|处理|處理|修复|修復)|解决|解決|修复|修復|(?:处理|處理)(?:方法|办法|辦法|方案|步骤|步驟)?\P{L}*$)/iu;
const cause = /^[^\p{L}]*(?:(?:causes?|reasons?)\b|(?:产生的?|產生的?|问题|問題|出错|出錯)?原因)/iu;
