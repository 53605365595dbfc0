"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SandboxArtifact } from "#lib/contracts/sandbox";
import { writtenInLine } from "#lib/contracts/written-out";
import { useSizeWords } from "../parts/use-size-words.ts";
import { isShownPicture } from "./is-picture.ts";
import { RunPicture } from "./run-picture.tsx";

/** The files that code left: each can be saved, and a picture is seen. `at` is where the bytes of one are. */
export function RunFiles(props: {
  files: readonly SandboxArtifact[];
  at: (file: SandboxArtifact) => string;
}) {
  const { files, at } = props;
  const t = useTranslations("sandbox.files");
  const size = useSizeWords();
  if (files.length === 0) return null;
  return (
    <div>
      <span className="label">{t("name")}</span>
      <ul className="task-files">
        {files.map((file) => (
          <li key={file.name}>
            <code>{writtenInLine(file.name)}</code> <span className="meta">{size(file.bytes)}</span>
            <a
              className="btn btn-quiet btn-icon"
              href={at(file)}
              download={file.name.split("/").at(-1)}
              aria-label={t("save", { name: file.name })}
              title={t("save", { name: file.name })}
            >
              <Download size={16} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      {files.filter(isShownPicture).map((file) => (
        <figure key={file.name} className="task-picture">
          <RunPicture src={at(file)} name={file.name} media_type={file.media_type} />
        </figure>
      ))}
    </div>
  );
}
