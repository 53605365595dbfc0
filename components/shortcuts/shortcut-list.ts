/**
 * Every key of the page, once: what listens, what the help shows and what the palette prints beside a command all come
 * from here. A key is the character it types, so it is found on every keyboard layout; `mod` is Cmd on a Mac, else Ctrl.
 */
export const shortcuts = [
  { id: "palette", keys: "mod+k", group: "page" },
  { id: "newQuestion", keys: "n", group: "page" },
  { id: "box", keys: "/", group: "page" },
  { id: "activity", keys: "a", group: "page" },
  { id: "help", keys: "?", group: "page" },
  { id: "previousSource", keys: "[", group: "sources" },
  { id: "nextSource", keys: "]", group: "sources" },
  { id: "editor", keys: "o", group: "sources" },
  { id: "copy", keys: "c", group: "sources" },
  { id: "sources", keys: "s", group: "sources" },
  { id: "gaps", keys: "g", group: "sources" },
] as const;
export type ShortcutId = (typeof shortcuts)[number]["id"];

/** Keys that belong to the part of the page that has the focus. They cannot be switched off. */
export const fixedKeys = [
  { id: "send", keys: "Enter", group: "box" },
  { id: "newLine", keys: "Shift+Enter", group: "box" },
  { id: "editLast", keys: "ArrowUp", group: "box" },
  { id: "stop", keys: "Escape", group: "box" },
  { id: "leaveBox", keys: "Escape", group: "box" },
  { id: "open", keys: "Enter", group: "sources" },
  { id: "close", keys: "Escape", group: "sources" },
  { id: "walkRow", keys: "ArrowUp+ArrowDown", group: "waterfall" },
  { id: "unfoldRow", keys: "ArrowRight", group: "waterfall" },
  { id: "foldRow", keys: "ArrowLeft", group: "waterfall" },
  { id: "openRow", keys: "Enter", group: "waterfall" },
  { id: "leaveDetails", keys: "Escape", group: "waterfall" },
] as const;

export const shortcutGroups = ["page", "box", "sources", "waterfall"] as const;

export const keysOf = (id: ShortcutId): string =>
  shortcuts.find((shortcut) => shortcut.id === id)?.keys ?? "";

/** As `aria-keyshortcuts` wants it; `mod` is both of its keys. */
export function spokenKeys(keys: string): string {
  const spoken = keys.split("+").map((key) => (key.length === 1 ? key.toUpperCase() : key));
  if (!spoken.includes("mod")) return spoken.join("+");
  return ["Control", "Meta"]
    .map((mod) => spoken.map((key) => (key === "mod" ? mod : key)).join("+"))
    .join(" ");
}
