/**
 * The link that opens a file in an editor at a line: a template with `{path}` and `{line}` in the editor's own scheme.
 * Pure; the choice of the template is the browser's (`use-editor.ts`).
 */
export const editors = [
  { id: "vscode", template: "vscode://file/{path}:{line}" },
  { id: "vscodium", template: "vscodium://file/{path}:{line}" },
  { id: "cursor", template: "cursor://file/{path}:{line}" },
  { id: "zed", template: "zed://file/{path}:{line}" },
  { id: "idea", template: "idea://open?file={path}&line={line}" },
  { id: "obsidian", template: "obsidian://open?path={path}" },
] as const;

export const usualEditor: string = editors[0].template;

/** Schemes that a browser acts on by itself: a path is handed to an editor, never to a page or another host. */
const browserSchemes = /^(?:javascript|data|vbscript|blob|about|file|https?|wss?|ftp|mailto):/i;

export function isEditorLink(template: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:\S+$/i.test(template) &&
    !browserSchemes.test(template) &&
    template.includes("{path}")
  );
}

/** Undefined when the template is none or no link can name the file; an empty one means that no link is wanted. */
export function editorHref(template: string, file: string, line: number): string | undefined {
  // A name with half a letter in it, as some disks have, cannot be written into an address.
  if (!isEditorLink(template) || !file.isWellFormed()) return undefined;
  const path = file
    .replaceAll("\\", "/")
    .split("/")
    .map((name) => encodeURIComponent(name).replaceAll("%3A", ":"))
    .join("/");
  // "file/" and "/home/…" share one slash.
  const joined = template.includes("/{path}") ? path.replace(/^\//, "") : path;
  return template.replaceAll("{path}", () => joined).replaceAll("{line}", String(line));
}
