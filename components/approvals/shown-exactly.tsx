"use client";
import { useTranslations } from "next-intl";
import type { ApprovalShows } from "#lib/contracts/approvals";
import { maskMark } from "#lib/contracts/mask-mark";
import { writtenInLine } from "#lib/contracts/written-out";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { CodeShown } from "../sandbox/code-shown.tsx";
import { MaskedText } from "../tools/masked-text.tsx";
import { CommandLimits } from "./command-limits.tsx";
import { DiffLines } from "./diff-lines.tsx";

/** Exactly what would happen: the arguments, the change, the command, the address, or how a server is started. */
export function ShownExactly({ shows }: { shows: ApprovalShows }) {
  const t = useTranslations("approvals.exactly");
  switch (shows.kind) {
    case "call":
      return Object.keys(shows.arguments).length === 0 ? (
        <p className="meta">{t("noArguments")}</p>
      ) : (
        <Exact name={t("arguments")} texts={[JSON.stringify(shows.arguments, null, 2)]} />
      );
    case "command":
      return (
        <>
          <Exact name={t("command")} texts={[shows.command]} />
          {shows.limits === undefined ? null : <CommandLimits limits={shows.limits} />}
        </>
      );
    case "diff":
      return <DiffLines shows={shows} />;
    case "url":
      return <Exact name={t("url")} texts={[shows.url]} />;
    case "code":
      return <CodeShown shows={shows} />;
    case "server":
      return (
        <>
          {shows.command === undefined ? null : <Exact name={t("command")} texts={shows.command} />}
          {shows.url === undefined ? null : <Exact name={t("url")} texts={[shows.url]} />}
          <Variables names={shows.env_names} />
        </>
      );
    case "tool":
      return (
        <>
          <Exact name={t("toolCommand")} texts={shows.command} />
          <Variables names={shows.env_names} />
        </>
      );
  }
}

function Variables({ names }: { names: readonly string[] }) {
  const t = useTranslations("approvals.exactly");
  return (
    <p className="meta">
      {names.length === 0 ? (
        t("noVariables")
      ) : (
        <>
          {t("variables")} <code>{writtenInLine(names.join(", "))}</code>
        </>
      )}
    </p>
  );
}

/** More than this is not seen at a glance, and how much it is stands beside it. */
const atAGlance = { lines: 16, letters: 1500 };

/** One text, or the words of a command, each told apart; how long it is, and how much of it is masked. */
function Exact({ name, texts }: { name: string; texts: readonly string[] }) {
  const t = useTranslations("approvals.exactly");
  const whole = texts.join(" ");
  const lines = whole.split("\n").length;
  const letters = [...whole].length;
  const masked = whole.split(maskMark).length - 1;
  return (
    <figure className="exact">
      <figcaption className="label">
        {name}
        {lines > atAGlance.lines || letters > atAGlance.letters
          ? t("size", { lines, letters })
          : null}
      </figcaption>
      <ScrollBox name={name} className="output">
        {texts.length === 1 ? (
          <MaskedText text={whole} />
        ) : (
          texts.map((word, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word of a command is known by its place.
            <span key={i} className="command-word">
              <MaskedText text={word} />
            </span>
          ))
        )}
      </ScrollBox>
      {masked === 0 ? null : <p className="meta caution">{t("masked", { count: masked })}</p>}
    </figure>
  );
}
