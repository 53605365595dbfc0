"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { MemoryReport } from "#lib/contracts/memory";
import { memorySizesRemote } from "../api/memory.ts";
import { useRemote } from "../api/remote.ts";
import { useAgo } from "../parts/use-ago.ts";
import { useSizeWords } from "../parts/use-size-words.ts";

/** How much there is of each kind. */
export function KeptSizes({ vectors }: Pick<MemoryReport, "vectors">) {
  const t = useTranslations("memory");
  const size = useSizeWords();
  const ago = useAgo();
  const format = useFormatter();
  const { data } = useRemote(memorySizesRemote);
  return (
    <section aria-labelledby="memory-sizes">
      <h2 id="memory-sizes">{t("sizes")}</h2>
      <table className="memory-sizes">
        <thead>
          <tr>
            <th scope="col">{t("kind")}</th>
            <th scope="col">{t("count")}</th>
            <th scope="col">{t("size")}</th>
            <th scope="col">{t("oldest")}</th>
          </tr>
        </thead>
        <tbody>
          {data?.kinds.map(({ kind, count, bytes, oldest }) => (
            <tr key={kind}>
              <th scope="row">{t(`kinds.${kind}`)}</th>
              <td>{format.number(count)}</td>
              <td>{count === 0 ? "–" : size(bytes)}</td>
              <td>{oldest === undefined ? "–" : ago(oldest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data === undefined ? <p className="meta">{t("loading")}</p> : null}
      <p className="meta">{t("vectors", { count: vectors.count, size: size(vectors.bytes) })}</p>
    </section>
  );
}
