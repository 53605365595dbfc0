"use client";
import { type FormEvent, type ReactNode, useState } from "react";

/**
 * The form of a dialog: what is typed, what was wrong with saving it, and the two ways out. `save` gives the sentence why
 * nothing was saved, or `"typed"` where that stands beside a field; else the dialog is done.
 */
export function SaveForm(props: {
  act: string;
  cancel: string;
  save: () => Promise<{ wrong: string } | "typed" | undefined>;
  onDone: () => void;
  children: ReactNode;
}) {
  const [said, setSaid] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(undefined);
    const failed = await props.save();
    if (failed === undefined) props.onDone();
    else if (failed !== "typed") setSaid(failed.wrong);
  };
  return (
    <form className="save-form" onSubmit={(event) => void save(event)} noValidate>
      {props.children}
      {said === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {said}
        </p>
      )}
      <div className="next-steps">
        <button type="submit" className="btn btn-main">
          {props.act}
        </button>
        <button type="button" className="btn" onClick={props.onDone}>
          {props.cancel}
        </button>
      </div>
    </form>
  );
}
