"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PersonInfo } from "#lib/contracts/people-desk";
import { meRemote, peopleRemote } from "../api/account.ts";
import { useRemote } from "../api/remote.ts";
import { holdsWords } from "../parts/holds-words.ts";
import { Scroller } from "../parts/scroller.tsx";
import { takeFocus } from "../parts/take-focus.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { Middle } from "../shell/middle.tsx";
import { PersonRow, usePersonName } from "./person-row.tsx";

/** So many are shown at once, and so many more each time. */
const step = 50;

/** Everybody who has signed in, for those who look after them. */
export function PeopleView() {
  const t = useTranslations("people");
  const problemText = useProblemText();
  const { data, problem } = useRemote(peopleRemote);
  const me = useRemote(meRemote).data;
  const [said, setSaid] = useState("");
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState(step);
  const nameOf = usePersonName();
  const people = data?.people ?? [];
  const found = people.filter((one) =>
    holdsWords([nameOf(one), ...one.groups, one.id].join(" "), typed),
  );
  const acted = async (sentence: string) => {
    setSaid(sentence);
    await peopleRemote.reload();
  };
  return (
    <Middle title="">
      <Scroller name={t("title")}>
        <div className="tasks-page memory-page people-page">
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
              <label className="people-find">
                <span className="label">{t("find")}</span>
                <input
                  type="search"
                  className="field"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setShown(step);
                  }}
                />
              </label>
              <p className="meta" aria-live="polite">
                {typed.trim() === ""
                  ? t("count", { count: people.length })
                  : t("found", { count: found.length })}
              </p>
              {found.length === 0 ? null : (
                <Table
                  people={found.slice(0, shown)}
                  from={shown - step}
                  me={me?.id}
                  acted={acted}
                />
              )}
              {found.length > shown ? (
                <button
                  type="button"
                  className="btn btn-quiet"
                  onClick={() => setShown(shown + step)}
                >
                  {t("more")}
                </button>
              ) : null}
            </>
          )}
        </div>
      </Scroller>
    </Middle>
  );
}

function Table(props: {
  people: readonly PersonInfo[];
  /** Where those begin that came last: the first of them takes the focus of the button that brought them. */
  from: number;
  me: string | undefined;
  acted: (sentence: string) => Promise<void>;
}) {
  const { people, from, me, acted } = props;
  const t = useTranslations("people");
  return (
    <table className="folders people">
      <thead>
        <tr>
          <th scope="col">{t("person")}</th>
          <th scope="col">{t("groups")}</th>
          <th scope="col">{t("seen")}</th>
          <th scope="col">{t("inUse")}</th>
          <th scope="col">
            <span className="sr-only">{t("actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person, i) => (
          <PersonRow
            key={person.id}
            person={person}
            isMe={person.id === me}
            acted={acted}
            {...(from > 0 && i === from ? { ref: takeFocus } : {})}
          />
        ))}
      </tbody>
    </table>
  );
}
