"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useConfig } from "../api/remotes.ts";
import { useEditorHref } from "../source/use-editor.ts";

export type FilePlaceAt = { root_id: string; path: string; line: number };

/** A place in a file; opened there in the editor of this browser, where one is wanted and the folder is still one of them. */
export function FilePlace({
  root_id,
  path,
  line,
  children,
}: FilePlaceAt & { children: ReactNode }) {
  const t = useTranslations("source");
  const root = useConfig().data?.roots.find(({ id }) => id === root_id);
  const href = useEditorHref(`${root?.path}/${path}`, line);
  return root === undefined || href === undefined ? (
    children
  ) : (
    <a className="textlink" href={href} title={t("editor")}>
      {children}
    </a>
  );
}

/** What the link of a report names: `root/path#L12`, each name encoded. Undefined for what leads out of its folder. */
export function readFileLink(href: string): FilePlaceAt | undefined {
  const [, names = "", line = "1"] = /^([^#?]+)(?:#L(\d{1,9}))?$/.exec(href) ?? [];
  try {
    const [root_id = "", ...path] = names.split("/").map(decodeURIComponent);
    const within = path.every((name) => !/^\.{0,2}$|[/\\\0]/.test(name));
    if (root_id === "" || path.length === 0 || !within) return undefined;
    return { root_id, path: path.join("/"), line: Number(line) };
  } catch {
    return undefined; // no address
  }
}
