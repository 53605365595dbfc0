"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";

/** The last step of a model's form: it can be saved once exactly what it holds was tried and answers. */
export function TestAndSave(props: {
  test: string;
  testing: string;
  save: string;
  /** What came of the trial of what the form holds now. */
  came: { ok: boolean; message: string } | undefined;
  isTesting: boolean;
  canTest: boolean;
  /** `same`: nothing to save. `tested`: it may be saved. `untested`: it has to be tried first. */
  state: "same" | "tested" | "untested";
  onTest: () => void;
}) {
  const { test, testing, save, came, isTesting, canTest, state, onTest } = props;
  const t = useTranslations("settings.form");
  const id = useId();
  const said = isTesting
    ? testing
    : (came?.message ?? (state === "untested" ? t("testFirst") : undefined));
  return (
    <>
      <div className="next-steps">
        {canTest ? (
          <button type="button" className="btn" disabled={isTesting} onClick={onTest}>
            {test}
          </button>
        ) : null}
        <button
          type="submit"
          className="btn btn-main"
          disabled={state !== "tested"}
          aria-describedby={id}
        >
          {save}
        </button>
      </div>
      <p id={id} role="status" className={came !== undefined && !came.ok ? "field-wrong" : "meta"}>
        {said}
      </p>
    </>
  );
}

/** For a server that is not running now: what is saved is checked for its form alone, and nothing was sent. */
export function SaveUntested(props: { disabled: boolean; onSave: () => void }) {
  const t = useTranslations("settings.form");
  const id = useId();
  return (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <button
        type="button"
        className="btn justify-self-start"
        disabled={props.disabled}
        aria-describedby={id}
        onClick={props.onSave}
      >
        {t("saveUntested")}
      </button>
      <p id={id} className="meta">
        {t("saveUntestedSaid")}
      </p>
    </div>
  );
}
