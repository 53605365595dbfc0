"use client";
import { useTranslations } from "next-intl";
import type { ApprovalShows } from "#lib/contracts/approvals";
import { useSizeWords } from "../parts/use-size-words.ts";

type Limits = NonNullable<Extract<ApprovalShows, { kind: "command" }>["limits"]>;

/** The sandbox around a command: what it cannot reach, and how much of everything it may have. */
export function CommandLimits({ limits }: { limits: Limits }) {
  const t = useTranslations("approvals.limits");
  const size = useSizeWords();
  const bytes = (["memory", "file", "written", "output"] as const).flatMap((name) => {
    const most = limits[`${name}_bytes`];
    return most === undefined ? [] : [t(name, { size: size(most) })];
  });
  const { seconds, processes } = limits;
  const most = [
    ...(seconds === undefined ? [] : [t("seconds", { seconds })]),
    ...(processes === undefined ? [] : [t("processes", { count: processes })]),
    ...bytes,
  ];
  return (
    <dl className="facts">
      <dt>{t("sandbox")}</dt>
      <dd>{t("sandboxed")}</dd>
      {most.length === 0 ? null : (
        <>
          <dt>{t("most")}</dt>
          <dd>{most.join(t("and"))}</dd>
        </>
      )}
    </dl>
  );
}
