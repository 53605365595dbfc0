/**
 * The language of a code block under the name that people ask for it by: "in JavaScript" is said of an example by the
 * mark on its fence and by nothing else. A fence that is marked with the name itself needs no row.
 */
const names: Record<string, string> = {
  bash: "shell Bash",
  bat: "Windows batch",
  console: "shell terminal",
  cpp: "C++",
  cs: "C#",
  csharp: "C#",
  golang: "Go",
  js: "JavaScript",
  jsx: "JavaScript JSX React",
  kt: "Kotlin",
  md: "Markdown",
  mjs: "JavaScript",
  ps1: "PowerShell",
  py: "Python",
  rb: "Ruby",
  rs: "Rust",
  sh: "shell Bash",
  shell: "shell Bash",
  ts: "TypeScript",
  tsx: "TypeScript TSX React",
  yml: "YAML",
  zsh: "shell",
};

/** What a fence's mark says: `js title="a.js"` -> "js JavaScript". */
export function languageOf(info: string): string {
  const mark = /^[\w+#-]+/.exec(info.trim())?.[0] ?? "";
  const name = names[mark.toLowerCase()];
  return name === undefined ? mark : `${mark} ${name}`;
}

/** The languages of all code blocks in a text. */
export function languagesIn(text: string): string {
  const marks = [...text.matchAll(/^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm)];
  return marks.map((hit) => languageOf(hit[1] ?? "")).join(" ");
}
