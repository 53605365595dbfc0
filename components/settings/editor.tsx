"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { editors, isEditorLink } from "../source/editor-link.ts";
import { chooseEditor, useEditor } from "../source/use-editor.ts";

const own = "own";

/** In which program this browser opens a cited line: one that is known, a link of one's own, or none. */
export function Editor() {
  const t = useTranslations("editor");
  const id = useId();
  const template = useEditor();
  const known = editors.some((editor) => editor.template === template);
  const [typed, setTyped] = useState<string>();
  const writing = typed !== undefined || (!known && template !== "");
  const wrong = typed !== undefined && typed !== "" && !isEditorLink(typed);
  const choose = (value: string) => {
    setTyped(value === own ? template : undefined);
    if (value !== own) chooseEditor(value);
  };
  return (
    <section aria-labelledby="editor">
      <h2 id="editor">{t("name")}</h2>
      <div className="choices">
        <label htmlFor={`${id}-choice`}>{t("opensIn")}</label>
        <select
          id={`${id}-choice`}
          className="field justify-self-start"
          value={writing ? own : template}
          onChange={(event) => choose(event.target.value)}
        >
          {editors.map((editor) => (
            <option key={editor.template} value={editor.template}>
              {t(`names.${editor.id}`)}
            </option>
          ))}
          <option value={own}>{t("own")}</option>
          <option value="">{t("none")}</option>
        </select>
        {writing ? (
          <>
            <label htmlFor={`${id}-link`}>{t("link")}</label>
            <div>
              <input
                id={`${id}-link`}
                className="field"
                spellCheck={false}
                value={typed ?? template}
                aria-invalid={wrong}
                aria-describedby={`${id}-hint`}
                onChange={(event) => {
                  const text = event.target.value.trim();
                  setTyped(text);
                  if (isEditorLink(text)) chooseEditor(text);
                }}
              />
              <p id={`${id}-hint`} className={wrong ? "field-said field-wrong" : "field-said"}>
                {t("hint", { path: "{path}", line: "{line}" })}
              </p>
            </div>
          </>
        ) : null}
      </div>
    </section>
  );
}
