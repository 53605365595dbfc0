"use client";
import { useTranslations } from "next-intl";
import type { PatchConflict } from "#lib/contracts/patches";
import { ScrollBox } from "../parts/scroll-box.tsx";

/** Both sides of every place at which a file is not what the patch rests on. Nothing was changed. */
export function PatchConflicts({ conflicts }: { conflicts: readonly PatchConflict[] }) {
  const t = useTranslations("patches");
  return (
    <section className="patch-conflicts" aria-label={t("conflicts")}>
      <h3>{t("conflicts")}</h3>
      {conflicts.map(({ root_id, path, sides }) => (
        <article key={`${root_id}/${path}`}>
          <p>
            <code>{`${root_id}/${path}`}</code>
          </p>
          {sides.map(({ line, expected, found }) => (
            <div key={line} className="patch-sides">
              <Side name={t("expected", { line })} lines={expected} />
              {found === undefined ? (
                <p className="meta">{t("gone")}</p>
              ) : (
                <Side name={t("found", { line })} lines={found} />
              )}
            </div>
          ))}
        </article>
      ))}
    </section>
  );
}

function Side({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <figure className="exact">
      <figcaption className="meta">{name}</figcaption>
      <ScrollBox name={name} className="patch-side">
        <pre>{lines.join("\n")}</pre>
      </ScrollBox>
    </figure>
  );
}
