"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "../api/client.ts";
import { DeleteThread } from "./delete-thread.tsx";
import { RenameThread } from "./rename-thread.tsx";

/** What can be done with a whole conversation: give it another name, take it along as a file, delete it. */
export function ThreadActions(props: {
  id: string;
  title: string;
  onRenamed: (title: string) => void;
}) {
  const t = useTranslations("thread");
  return (
    <span className="ml-auto flex items-center gap-1">
      <RenameThread {...props} />
      <a
        className="btn btn-quiet btn-icon"
        aria-label={t("export")}
        title={t("export")}
        href={api.threadFile(props.id)}
        download
      >
        <Download size={16} aria-hidden="true" />
      </a>
      <DeleteThread id={props.id} title={props.title} />
    </span>
  );
}
