"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { type AnswerPicture, pictureAddress } from "#lib/contracts/pictures";
import type { Turn } from "../ask/turn.ts";
import { SourceLink } from "../source/source-link.tsx";
import { SecretFold } from "./secret-fold.tsx";

/**
 * Pictures that the question asks for, or that stand with the lines that are cited. Each comes from the program's own gate and
 * as a picture alone: nothing in it runs or is loaded from elsewhere. Its place leads to the line that holds it.
 */
export function Pictures({ turn, number }: { turn: Turn; number: number }) {
  const t = useTranslations("pictures");
  const id = useId();
  const pictures = turn.answer?.pictures ?? [];
  if (pictures.length === 0) return null;
  const asked = pictures.some(({ shown_for }) => shown_for === "question");
  return (
    <section className="pictures" aria-labelledby={id}>
      <h3 id={id}>{t(asked ? "asked" : "beside")}</h3>
      <ul>
        {pictures.map((picture, i) => (
          <li key={picture.citation.id}>
            <SecretFold claim={picture.citation}>
              <Picture picture={picture} turn={number} at={i + 1} />
            </SecretFold>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture(props: { picture: AnswerPicture; turn: number; at: number }) {
  const { picture, turn, at } = props;
  const { citation, alt, caption, relative_path, width, height } = picture;
  const t = useTranslations("pictures");
  const [gone, setGone] = useState(false);
  const name = relative_path.slice(relative_path.lastIndexOf("/") + 1);
  const words = alt === "" ? t("unnamed", { name }) : alt;
  const line = citation.locator.line_start;
  const { root_id, relative_path: from } = citation;
  const src = pictureAddress({ root_id, relative_path, from, line });
  const place = `${citation.display_path}:${line}`;
  return (
    <figure>
      {gone ? (
        <p className="picture-gone">{t("gone", { name })}</p>
      ) : (
        <a href={src} target="_blank" rel="noopener noreferrer" aria-label={t("open", { words })}>
          {/* biome-ignore lint/performance/noImgElement: a file of the person's folder, from the program's own gate. */}
          <img
            src={src}
            alt={words}
            loading="lazy"
            decoding="async"
            {...(width === undefined || height === undefined ? {} : { width, height })}
            onError={() => setGone(true)}
          />
        </a>
      )}
      <figcaption>
        {caption === undefined || caption === alt ? words : caption}{" "}
        <SourceLink
          to={{ turn, kind: "picture", at }}
          className="row-link"
          aria-label={t("from", { place })}
        >
          {place}
        </SourceLink>
      </figcaption>
    </figure>
  );
}
