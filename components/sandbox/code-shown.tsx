"use client";
import { useTranslations } from "next-intl";
import type { ApprovalShows } from "#lib/contracts/approvals";
import { maskMark } from "#lib/contracts/mask-mark";
import { writtenInLine } from "#lib/contracts/written-out";
import { useSizeWords } from "../parts/use-size-words.ts";
import { OutputText } from "../tools/output-text.tsx";

type Shown = Extract<ApprovalShows, { kind: "code" }>;

/** All of the code with the numbers of its lines, and everything that it would be given. */
export function CodeShown({ shows }: { shows: Shown }) {
  const t = useTranslations("sandbox.approval");
  const size = useSizeWords();
  const { code, language, files, args, stdin, host_tools, backend, around, limits } = shows;
  const masked = JSON.stringify(shows).split(maskMark).length - 1;
  const name = t("code", { language: t(`language.${language}`) });
  const most = [
    t("seconds", { seconds: limits.timeout_ms / 1000 }),
    t("memory", { size: size(limits.memory_mb * 1e6) }),
    t("output", { size: size(limits.output_bytes) }),
    t("files", { count: limits.files, size: size(limits.total_bytes) }),
  ];
  return (
    <>
      <figure className="exact">
        <figcaption className="label">
          {name}
          {t("size", { lines: code.replace(/\n$/, "").split("\n").length, letters: code.length })}
        </figcaption>
        <OutputText name={name} text={code} from={1} />
        {masked === 0 ? null : <p className="meta caution">{t("masked", { count: masked })}</p>}
      </figure>
      {files.map(({ name: file, text }) =>
        text === undefined || text === "" ? null : (
          <figure key={file} className="exact">
            <figcaption className="label">{writtenInLine(file)}</figcaption>
            <OutputText name={writtenInLine(file)} text={text} from={1} />
          </figure>
        ),
      )}
      {stdin === "" ? null : (
        <figure className="exact">
          <figcaption className="label">{t("stdin")}</figcaption>
          <OutputText name={t("stdin")} text={stdin} />
        </figure>
      )}
      <dl className="facts">
        {args.length === 0 ? null : (
          <>
            <dt>{t("args")}</dt>
            <dd>
              {args.map((arg, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an argument is known by its place.
                <code key={i} className="command-word">
                  {writtenInLine(arg)}
                </code>
              ))}
            </dd>
          </>
        )}
        <dt>{t("given")}</dt>
        <dd>
          {files.length === 0
            ? t("noFiles")
            : files.map(({ name: file, bytes, sha256, text }) => (
                <span key={file} className="block">
                  <code>{writtenInLine(file)}</code>{" "}
                  <span className="meta">
                    {size(bytes)} <code title={sha256}>{sha256.slice(0, 12)}</code>
                    {text === undefined ? <span className="caution"> {t("bytes")}</span> : null}
                  </span>
                </span>
              ))}
        </dd>
        <dt>{t("mayCall")}</dt>
        <dd>
          {host_tools.length === 0
            ? t("noTools")
            : host_tools.map((id) => (
                <code key={id} className="command-word">
                  {writtenInLine(id)}
                </code>
              ))}
        </dd>
        <dt>{t("sandbox")}</dt>
        <dd>
          {t(`backend.${backend}`)}
          {backend === "wasm" && around !== undefined ? t(`around.${around}`) : null}
        </dd>
        <dt>{t("most")}</dt>
        <dd>{most.join(t("and"))}</dd>
      </dl>
    </>
  );
}
