"use client";
import { useTranslations } from "next-intl";
import type { GrantResource } from "#lib/contracts/grants";
import { writtenInLine } from "#lib/contracts/written-out";
import { commandLine } from "../parts/command-line.ts";

/** What a call touches, or a permission is for. */
export function useResourceWords(): (resource: GrantResource) => string {
  const t = useTranslations("approvals.resource");
  return (resource) => {
    switch (resource.kind) {
      case "folder":
        return t("folder", { path: writtenInLine(resource.path) });
      case "host":
        return t("host", { host: writtenInLine(resource.host) });
      case "command":
        return t("command", { words: writtenInLine(commandLine(resource.prefix)) });
    }
  };
}
