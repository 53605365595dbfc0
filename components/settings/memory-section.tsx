"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { memoryRemote } from "../api/memory.ts";
import { useRemote } from "../api/remote.ts";
import { MemorySwitch } from "../memory/memory-switch.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Whether anything is remembered; what is, stands on a page of its own. */
export function MemorySection() {
  const t = useTranslations("memory");
  const words = useTranslations("settings");
  const problemText = useProblemText();
  const { data, problem } = useRemote(memoryRemote);
  return (
    <section aria-labelledby="memory">
      <h2 id="memory">{t("title")}</h2>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          <div id="remember">
            <MemorySwitch which="enabled" on={data.enabled} />
          </div>
          {data.enabled ? (
            <div id="recall">
              <MemorySwitch which="recall" on={data.recall} />
            </div>
          ) : null}
        </>
      )}
      <p className="mt-3">
        <Link href="/memory" prefetch={false} className="textlink">
          {words("openMemory")}
        </Link>
      </p>
    </section>
  );
}
