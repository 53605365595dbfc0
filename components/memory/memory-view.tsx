"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Forgotten } from "#lib/contracts/memory";
import { memoryApi, memoryRemote, memorySizesRemote } from "../api/memory.ts";
import { useRemote } from "../api/remote.ts";
import { Scroller } from "../parts/scroller.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { Middle } from "../shell/middle.tsx";
import { threadsRemote } from "../shell/threads.ts";
import { Facts } from "./facts.tsx";
import { Forget } from "./forget.tsx";
import { KeptSizes } from "./kept-sizes.tsx";
import { MemorySwitch } from "./memory-switch.tsx";
import { Questions } from "./questions.tsx";

/** Everything that is remembered, in sight: facts, earlier questions, how much there is, and how it is forgotten. */
export function MemoryView() {
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const { data, problem } = useRemote(memoryRemote);
  const [said, setSaid] = useState("");
  const [round, setRound] = useState(0);
  const forgot = ({ message }: Pick<Forgotten, "message">) => {
    setSaid(message);
    setRound(round + 1);
    void memoryRemote.reload();
    void memorySizesRemote.reload();
    void threadsRemote.reload();
  };
  return (
    <Middle title="">
      <Scroller name={t("title")}>
        <div className="tasks-page memory-page">
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
          <p role="status" className={said === "" ? "sr-only" : "strip"}>
            {said}
          </p>
          {problem === undefined ? null : (
            <p className="field-wrong" role="alert">
              {problemText(problem)}
            </p>
          )}
          {data === undefined ? (
            problem === undefined ? (
              <p className="meta">{t("loading")}</p>
            ) : null
          ) : (
            <>
              {data.forgetting ? <p className="strip">{t("forgetting")}</p> : null}
              <section aria-labelledby="memory-switches">
                <h2 id="memory-switches">{t("switches")}</h2>
                <MemorySwitch which="enabled" on={data.enabled} />
                {data.enabled ? <MemorySwitch which="recall" on={data.recall} /> : null}
              </section>
              <Facts concepts={data.concepts} onForgot={forgot} />
              <Questions key={round} onForgot={forgot} />
              <KeptSizes vectors={data.vectors} />
              <Forget onForgot={forgot} />
              <p className="next-steps">
                <a className="btn" href={memoryApi.file} download>
                  {t("export")}
                </a>
              </p>
            </>
          )}
        </div>
      </Scroller>
    </Middle>
  );
}
