"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { shellWords } from "#lib/contracts/shell-words";
import { asProblem } from "../api/problem.ts";
import { exactText } from "../parts/exact-text.ts";
import { SaveForm } from "../parts/save-form.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import {
  type ConfiguredServer,
  readServer,
  type ServerProblem,
  type ServerTyped,
  typedOf,
} from "./read-server.ts";
import { fieldSaid } from "./save-config.ts";
import { saveServers } from "./save-servers.ts";
import { useSaySaved } from "./saved.tsx";

const fieldOf: Record<ServerProblem, keyof ServerTyped> = {
  name: "name",
  taken: "name",
  command: "command",
  quotes: "command",
  url: "url",
  variables: "variables",
};

/** What starts or reaches an MCP server. Saving it starts nothing: a new command is allowed by a person first. */
export function ServerForm(props: {
  document: ConfigDocument;
  server?: ConfiguredServer;
  /** `asked` is the approval that what was saved now waits for. */
  onDone: (asked: string | undefined) => void;
}) {
  const { document, server, onDone } = props;
  const asked = useRef<string>(undefined);
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [typed, setTyped] = useState(() => typedOf(server));
  const [problem, setProblem] = useState<ServerProblem>();
  const all = document.config.mcp_servers;
  const wrong = problem === undefined ? undefined : fieldOf[problem];

  const save = async () => {
    const others = all.filter(({ name }) => name !== server?.name).map(({ name }) => name);
    const read = readServer(typed, server, ["docs", ...others]);
    if ("problem" in read) {
      setProblem(read.problem);
      globalThis.document.getElementById(`${id}-${fieldOf[read.problem]}`)?.focus();
      return "typed";
    }
    setProblem(undefined);
    const next =
      server === undefined
        ? [...all, read]
        : all.map((one) => (one.name === server.name ? read : one));
    try {
      asked.current = await saveServers(document, next, read.name);
      saySaved({ text: t("saved", { name: read.name }) });
      return undefined;
    } catch (error) {
      return { wrong: fieldSaid(asProblem(error), "mcp_servers", problemText) };
    }
  };
  const box = (field: Exclude<keyof ServerTyped, "by">, hint: ReactNode) => (
    <div className="argument">
      <label htmlFor={`${id}-${field}`} className="label">
        {t(`field.${field}`)}
      </label>
      <input
        id={`${id}-${field}`}
        className="field mono"
        value={typed[field]}
        {...exactText}
        readOnly={field === "name" && server !== undefined}
        aria-invalid={wrong === field}
        aria-describedby={`${id}-${field}-said`}
        onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
      />
      <p id={`${id}-${field}-said`} className="meta">
        {wrong === field && problem !== undefined ? (
          <span className="field-wrong" role="alert">
            {t(`problem.${problem}`)}
          </span>
        ) : (
          hint
        )}
      </p>
    </div>
  );
  const words = shellWords(typed.command) ?? [];
  return (
    <SaveForm act={t("save")} cancel={t("cancel")} save={save} onDone={() => onDone(asked.current)}>
      {box("name", t("hint.name"))}
      <fieldset className="segments justify-self-start" aria-label={t("reachedBy")}>
        {(["command", "address"] as const).map((by) => (
          <button
            key={by}
            type="button"
            aria-pressed={typed.by === by}
            onClick={() => setTyped({ ...typed, by })}
          >
            {t(`by.${by}`)}
          </button>
        ))}
      </fieldset>
      {typed.by === "command" ? (
        <>
          {box(
            "command",
            words.length === 0 ? (
              t("hint.command")
            ) : (
              <>
                {t("words", { count: words.length })}{" "}
                {words.map((word, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a word of a command is known by its place.
                  <code key={i} className="command-word">
                    {word}
                  </code>
                ))}
              </>
            ),
          )}
          {box("cwd", t("hint.cwd"))}
        </>
      ) : (
        box("url", t("hint.url"))
      )}
      {box("variables", t("hint.variables"))}
      <p className="meta">{t("startsAfter")}</p>
    </SaveForm>
  );
}
