import { useTranslations } from "next-intl";
import type { SkillInfo } from "#lib/contracts/skills";
import { writtenInLine } from "#lib/contracts/written-out";

/** What is wrong with one that cannot be loaded, with the line where there is one. */
export function SkillError({ error }: { error: NonNullable<SkillInfo["error"]> }) {
  const t = useTranslations("skills");
  const { file, line, message } = error;
  return (
    <p className="meta field-wrong">
      {file === "." ? null : (
        <>
          <code>{writtenInLine(file)}</code>
          {line === undefined ? "" : ` ${t("line", { line })}`}
          {": "}
        </>
      )}
      {message}
    </p>
  );
}
