"use client";
import { CornerDownLeft } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Suggestions as Found } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { useConfig } from "../api/remotes.ts";

const most = 3;
const otherLang = { en: "zh-CN", "zh-CN": "en" } as const;
/** A pause in typing this long is worth a look at the headings. */
const pauseMs = 150;

/**
 * Under the box of the first screen: questions that stand in the files as headings, and while one types, the titles and
 * headings that begin so. Choosing one asks it. Nothing is invented, so each leads to an answer.
 */
export function Suggestions(props: {
  draft: string;
  /** A suggestion is pointed at or has the focus. */
  onNear: () => void;
  onAsk: (question: string) => void;
}) {
  const t = useTranslations("start");
  const lang = useLocale() === "zh-CN" ? "zh-CN" : "en";
  const typed = props.draft.trim();
  const [found, setFound] = useState<Found["suggestions"]>([]);
  const folders = useConfig().data?.roots.map(({ id, state }) => `${id} ${state}`);
  const inReach = folders?.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other folders, other headings.
  useEffect(() => {
    const abort = new AbortController();
    const ask = (lang: string) => api.suggest({ q: typed, limit: most, lang }, abort.signal);
    const look = async () => {
      const own = (await ask(lang)).suggestions;
      // Folders in the other language have headings too: better those than none.
      const other = own.length > 0 || typed !== "" ? undefined : await ask(otherLang[lang]);
      setFound(other?.suggestions ?? own);
    };
    // Suggestions are a courtesy: without a server the box says what is wrong when it is used.
    const timer = setTimeout(() => void look().catch(() => undefined), typed === "" ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, lang, inReach]);
  return (
    <div className="suggestions">
      {found.length === 0 ? null : (
        <>
          <h2 className="label" id="suggested">
            {typed === "" ? t("suggested") : t("completed")}
          </h2>
          <ul aria-labelledby="suggested">
            {found.map(({ text, root_id, relative_path, line }) => (
              <li key={`${root_id}\n${relative_path}\n${line}`}>
                <button
                  type="button"
                  onPointerEnter={props.onNear}
                  onFocus={props.onNear}
                  onClick={() => props.onAsk(text)}
                >
                  <span>{text}</span>
                  <span className="sr-only">{t("suggestedFrom", { path: relative_path })}</span>
                  <CornerDownLeft className="hint-send" size={14} aria-hidden="true" />
                  <span className="path" aria-hidden="true">
                    {relative_path}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
