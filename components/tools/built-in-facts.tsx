"use client";
import { useTranslations } from "next-intl";
import type { BuiltInTools } from "#lib/contracts/tools";
import { writtenInLine } from "#lib/contracts/written-out";
import { PathText } from "../parts/path-text.tsx";

/** Where the built-in tools work, where that is set, and which programs they miss. */
export function BuiltInFacts({ built_in }: { built_in: BuiltInTools }) {
  const t = useTranslations("tools.builtIn");
  const { roots, roots_from, commands } = built_in;
  const missing = commands.filter(({ path }) => path === undefined);
  return (
    <div className="built-in-facts">
      <p className="meta">
        {t(roots.length === 0 ? "nowhere" : "worksIn")}{" "}
        {roots.map((root) => (
          <PathText key={root} path={writtenInLine(root)} />
        ))}
        {t(`from.${roots_from}`)}
      </p>
      {missing.length === 0 ? null : (
        <ul className="meta">
          {missing.map(({ name, for: tools }) => (
            <li key={name}>
              {t(tools.includes("bash") ? "missingFor" : "missing", {
                name,
                tools: tools.join(", "),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
